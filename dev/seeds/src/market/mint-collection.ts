import { namedObject } from '@opal/dev-chain/ledger/state/addresses'
import type { Address } from '@opal/domain/address'
import { demoArtist } from '../accounts/demo-cast.ts'
import type { DemoCollection } from '../art/demo-collection.ts'
import { collectionUri, tokenUri } from '../art/metadata.ts'
import { tokenName, traitsOf } from '../art/token-art.ts'
import type { Random } from '../random.ts'
import { canPay } from './actions/decide.ts'
import { DROP_ADDRESS } from './drop-module.ts'
import type { Call, MarketWriter } from './history-writer.ts'
import type { MarketToken, Participant } from './market-state.ts'
import { octasOfApt, worthOfTokens } from './prices.ts'

/** Tokens delivered in one transaction. */
const BATCH = 40
/** Most tokens that someone buys in one transaction at a mint that has a price. */
const MAX_PER_MINT = 12
/** Purchases at a mint that share a block. */
const MINTS_PER_BLOCK = 6
const BPS = 10_000n

/** Returns the address of a demo collection's object. */
export function collectionAddress(collection: DemoCollection): Address {
  return namedObject(demoArtist(collection.slug).address, collection.name)
}

/** Microseconds between two deliveries. */
const SPACING_MICROS = 15_000_000n

/**
 * Creates the collection; then its tokens are delivered, or bought where the mint has a price. A block for every few. A mint
 * ends early when no trader can pay the price.
 */
export function mintCollection(
  writer: MarketWriter,
  collection: DemoCollection,
  people: readonly Participant[],
  random: Random,
  startMicros: bigint,
): readonly MarketToken[] {
  const artist = demoArtist(collection.slug)
  writer.moveTo(startMicros)
  writer.send(artist, { function: '0x4::aptos_token::create_collection', args: creation(collection) })
  const worth = worthOfTokens(collection)
  const takers = recipients(collection, people, random)
  const { mintPrice, minted: count = collection.supply } = collection.market
  if (mintPrice !== undefined) {
    const args = [octasOfApt(mintPrice), BigInt(count)]
    writer.send(artist, { function: `${DROP_ADDRESS}::drop::open`, args })
  }
  const tokens: MarketToken[] = []
  for (let sent = 0; tokens.length < count; sent += 1) {
    const first = tokens.length + 1
    const left = count - tokens.length
    if (mintPrice === undefined || sent % MINTS_PER_BLOCK === 0) writer.moveTo(startMicros + spacing(first))
    const minted =
      mintPrice === undefined
        ? deliver(writer, collection, numbersFrom(first, Math.min(BATCH, left)), () => random.weighted(takers).person)
        : sell(writer, collection, numbersFrom(first, Math.min(left, random.integer(1, MAX_PER_MINT))), {
            priceOctas: octasOfApt(mintPrice),
            buyerOf: (octas) => minterOf(takers, octas, random),
          })
    if (minted.length === 0) break
    for (const token of minted) tokens.push({ ...token, worth: worth[token.n - 1] ?? 1, listing: null })
  }
  writer.commit()
  return tokens
}

type Minted = Pick<MarketToken, 'n' | 'address' | 'owner'>

function numbersFrom(first: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => first + index)
}

function spacing(first: number): bigint {
  return SPACING_MICROS * BigInt(Math.ceil(first / BATCH))
}

function deliver(
  writer: MarketWriter,
  collection: DemoCollection,
  numbers: readonly number[],
  taker: () => Participant,
): readonly Minted[] {
  const owners = numbers.map(taker)
  const sent = writer.send(demoArtist(collection.slug), delivery(collection, numbers, owners))
  return numbers.map((n, index) => ({ n, address: sent.created(index + 1), owner: owners[index] as Participant }))
}

function sell(
  writer: MarketWriter,
  collection: DemoCollection,
  numbers: readonly number[],
  { priceOctas, buyerOf }: { readonly priceOctas: bigint; readonly buyerOf: (octas: bigint) => Participant | null },
): readonly Minted[] {
  const octas = priceOctas * BigInt(numbers.length)
  const minter = buyerOf(octas)
  if (minter === null) return []
  const sent = writer.send(minter.trader, purchaseAtMint(collection, numbers))
  minter.balance -= octas
  return numbers.map((n, index) => ({ n, address: sent.created(index + 1), owner: minter }))
}

type Takers = readonly { readonly person: Participant; readonly weight: number }[]

function minterOf(takers: Takers, octas: bigint, random: Random): Participant | null {
  const able = takers.filter(({ person }) => canPay(person, octas))
  return able.length === 0 ? null : random.weighted(able).person
}

/** Some came for many, some for one. */
function recipients({ slug }: DemoCollection, people: readonly Participant[], random: Random): Takers {
  return people.map((person) => ({ person, weight: (random.next() ** 2 + 0.02) * (person.taste?.(slug) ?? 1) }))
}

/** @source 0x4::aptos_token::create_collection: description, supply, name, uri, nine switches, royalty */
function creation(collection: DemoCollection) {
  const switches = [true, true, true, true, true, true, true, false, false]
  return [
    collection.description,
    BigInt(collection.supply),
    collection.name,
    collectionUri(collection),
    ...switches,
    BigInt(collection.royaltyBps),
    BPS,
  ]
}

function delivery(collection: DemoCollection, numbers: readonly number[], owners: readonly Participant[]) {
  return {
    function: `${DROP_ADDRESS}::drop::deliver`,
    args: [...tokenArguments(collection, numbers), owners.map(({ trader }) => trader.address)],
  }
}

/** Returns the call that buys tokens of these numbers from the artist. */
export function purchaseAtMint(collection: DemoCollection, numbers: readonly number[]): Call {
  return {
    function: `${DROP_ADDRESS}::drop::mint`,
    args: [demoArtist(collection.slug).address, ...tokenArguments(collection, numbers)],
  }
}

function tokenArguments(collection: DemoCollection, numbers: readonly number[]) {
  const traits = numbers.map((n) => Object.entries(traitsOf(collection, n)))
  return [
    collection.name,
    collection.description,
    numbers.map((n) => tokenName(collection, n)),
    numbers.map((n) => tokenUri(collection, n)),
    traits.map((pairs) => pairs.map(([key]) => key)),
    traits.map((pairs) => pairs.map(([, value]) => value)),
  ]
}
