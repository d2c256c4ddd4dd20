import { namedObject } from '@opal/dev-chain/ledger/state/addresses'
import type { Address } from '@opal/domain/address'
import { demoArtist } from '../accounts/demo-cast.ts'
import type { DemoCollection } from '../art/demo-collection.ts'
import { collectionUri, tokenUri } from '../art/metadata.ts'
import { tokenName, traitsOf } from '../art/token-art.ts'
import type { Random } from '../random.ts'
import { DROP_ADDRESS } from './drop-module.ts'
import type { HistoryWriter } from './history-writer.ts'
import type { MarketToken, Participant } from './market-state.ts'
import { worthOfTokens } from './prices.ts'

/** Tokens delivered in one transaction. */
const BATCH = 40
const BPS = 10_000n

/** Returns the address of a demo collection's object. */
export function collectionAddress(collection: DemoCollection): Address {
  return namedObject(demoArtist(collection.slug).address, collection.name)
}

/** Microseconds between two deliveries. */
const SPACING_MICROS = 15_000_000n

/** Creates the collection and delivers its tokens, a block for every delivery. */
export function mintCollection(
  writer: HistoryWriter,
  collection: DemoCollection,
  people: readonly Participant[],
  random: Random,
  startMicros: bigint,
): readonly MarketToken[] {
  const artist = demoArtist(collection.slug)
  writer.moveTo(startMicros)
  writer.send(artist, { function: '0x4::aptos_token::create_collection', args: creation(collection) })
  const worth = worthOfTokens(collection)
  const tokens: MarketToken[] = []
  const takers = recipients(people, random)
  for (let first = 1; first <= collection.supply; first += BATCH) {
    writer.moveTo(startMicros + SPACING_MICROS * BigInt(Math.ceil(first / BATCH)))
    const numbers = Array.from({ length: Math.min(BATCH, collection.supply - first + 1) }, (_, index) => first + index)
    const owners = numbers.map(() => random.weighted(takers).person)
    const sent = writer.send(artist, delivery(collection, numbers, owners))
    numbers.forEach((n, index) => {
      const owner = owners[index] as Participant
      tokens.push({ n, address: sent.created(index + 1), worth: worth[n - 1] ?? 1, owner, listing: null })
    })
  }
  writer.commit()
  return tokens
}

/** Some came for many, some for one. */
function recipients(people: readonly Participant[], random: Random) {
  return people.map((person) => ({ person, weight: random.next() ** 2 + 0.02 }))
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
  const traits = numbers.map((n) => Object.entries(traitsOf(collection, n)))
  return {
    function: `${DROP_ADDRESS}::drop::deliver`,
    args: [
      collection.name,
      collection.description,
      numbers.map((n) => tokenName(collection, n)),
      numbers.map((n) => tokenUri(collection, n)),
      traits.map((pairs) => pairs.map(([key]) => key)),
      traits.map((pairs) => pairs.map(([, value]) => value)),
      owners.map(({ trader }) => trader.address),
    ],
  }
}
