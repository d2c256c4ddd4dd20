import { encodeBcsArgument } from '@opal/dev-chain/ledger/encoding/encode-argument'
import { parseMoveType } from '@opal/dev-chain/ledger/encoding/move-type'
import type { MoveValue } from '@opal/dev-chain/modules/move-module'
import type { DemoAccount } from '../../accounts/demo-account.ts'
import { demoArtist } from '../../accounts/demo-cast.ts'
import type { DrawnCollection } from '../../art/demo-collection.ts'
import { collectionUri, tokenUri } from '../../art/metadata.ts'
import { tokenName, traitsOf } from '../../art/token-art.ts'
import type { HistoryWriter } from '../history-writer.ts'

const STRING = '0x1::string::String'
const BPS = 10_000n
/** Transactions of one block. */
const BATCH = 10
/** Microseconds between two blocks. */
const SPACING_MICROS = 60_000_000n

/** A call of 0x3 and its sender. */
export type Step = readonly [account: DemoAccount, name: string, args: readonly MoveValue[]]

/** Creates a collection of the first token standard, with all of its tokens, by its artist. */
export function issueSteps(collection: DrawnCollection): Step[] {
  const { slug, name, description, supply } = collection
  const artist = demoArtist(slug)
  const fixed = [false, false, false]
  const args = [name, description, collectionUri(collection), BigInt(supply), fixed]
  const numbers = Array.from({ length: supply }, (_, index) => index + 1)
  return [
    [artist, 'token::create_collection_script', args],
    ...numbers.map((n): Step => [artist, 'token::create_token_script', mintArguments(collection, artist, n)]),
  ]
}

/** Sets token `n` aside for someone to claim. */
export function offerStep(collection: DrawnCollection, from: DemoAccount, to: DemoAccount, n: number): Step {
  return [from, 'token_transfers::offer_script', [to.address, ...tokenArguments(collection, n), 1n]]
}

/** Returns creator, collection, name, property version of token `n`. */
export function tokenArguments(collection: DrawnCollection, n: number): MoveValue[] {
  return [demoArtist(collection.slug).address, collection.name, tokenName(collection, n), 0n]
}

/** Queues one step for the next block. */
export function sendStep(writer: HistoryWriter, [account, name, args]: Step): void {
  writer.send(account, { function: `0x3::${name}`, args })
}

/** Takes many steps, ten to a block and a minute between blocks, from this time on. */
export function sendSteps(writer: HistoryWriter, steps: readonly Step[], startMicros: bigint): void {
  for (let first = 0; first < steps.length; first += BATCH) {
    writer.moveTo(startMicros + SPACING_MICROS * BigInt(first / BATCH))
    for (const step of steps.slice(first, first + BATCH)) sendStep(writer, step)
  }
  writer.commit()
}

/** @source 0x3::token::create_token_script */
function mintArguments(collection: DrawnCollection, artist: DemoAccount, n: number): MoveValue[] {
  const { name, description, royaltyBps } = collection
  const traits = Object.entries(traitsOf(collection, n))
  const about = [name, tokenName(collection, n), description, 1n, 1n, tokenUri(collection, n)]
  const royalty = [artist.address, BPS, BigInt(royaltyBps)]
  const fixed = [false, false, false, false, false]
  const values = traits.map(([, value]) => encodeBcsArgument(parseMoveType(STRING), value))
  return [...about, ...royalty, fixed, traits.map(([key]) => key), values, traits.map(() => STRING)]
}
