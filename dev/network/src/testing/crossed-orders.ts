import { addressOf } from '@opal/dev-chain/ledger/testing/test-chain'
import { simulatorOf } from '@opal/dev-chain/marketplaces/registry'
import { parseAddress } from '@opal/domain/address'
import type { Intent } from '@opal/domain/intent'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import type { CollectionRef, TokenRef } from '@opal/domain/tokens/token-id'
import { buildTokenSet, leafOf, type SetHash } from '@opal/domain/tokens/token-set'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { MARKETPLACES } from '@opal/marketplaces/registry'
import * as fc from 'fast-check'
import type { Trader } from './api-fixture.ts'
import { payloadFor } from './random-trading.ts'

/** How a token is held: of the newer standard; of the older one once, three times, or in an edition in addition to two of the first. */
const HOLDINGS = ['v2', 'v1', 'v1-several', 'v1-edition'] as const
export type Holding = (typeof HOLDINGS)[number]

/** Where a token may be listed; null for not at all. */
export const LISTED_ON = [null, ...MARKETPLACES.map(({ id }) => id)]

/** A bid's marketplace, and what it is on. */
export interface BidPlace {
  readonly marketplace: string
  readonly on: 'token' | 'collection' | 'traits'
}
/** Every marketplace's kinds of bids; ours alone has bids on sets of tokens, such as those with a trait. */
export const BIDS: readonly BidPlace[] = MARKETPLACES.flatMap(({ id: marketplace, isNative }) => [
  { marketplace, on: 'token' },
  { marketplace, on: 'collection' },
  ...(isNative ? ([{ marketplace, on: 'traits' }] as const) : []),
])

/** A seller's token with its orders, as they are planned. */
export interface Cell {
  readonly holding: Holding
  readonly listedOn: string | null
  readonly bid: BidPlace
  /** Octas. */
  readonly price: bigint
}

/** Closed marketplaces as well, whose orders are from before. */
const OPEN = contractsOf('local', Object.fromEntries(MARKETPLACES.map(({ id }) => [id, { status: 'active' as const }])))
const YEAR_2100 = 4_102_444_800n

/** A bid to be placed, on a token or on what it is of. */
export interface NewBid {
  readonly place: BidPlace
  readonly token: TokenRef
  readonly collection: CollectionRef
  readonly priceOctas: bigint
}

/** Returns the call that lists a token; null where the marketplace has none. */
export function listingCall(marketplace: string, token: TokenRef, priceOctas: bigint): EntryFunctionPayload | null {
  return callOf(marketplace, { kind: 'list', token, priceOctas })
}

/** Returns the call that places a bid; null where the marketplace has none. One on traits is on the set that {@link setOf} returns. */
export function bidCall({ place, token, collection, priceOctas }: NewBid): EntryFunctionPayload | null {
  const { marketplace, on } = place
  const terms = { priceOctas, expiresAtSeconds: YEAR_2100 }
  if (on === 'traits') {
    const intent = { kind: 'place-pool-offer', collection, amount: 1n, depositOctas: priceOctas, ...terms } as const
    return callOf(marketplace, { ...intent, setRoot: setOf(token) })
  }
  const intent =
    on === 'token'
      ? ({ kind: 'place-token-offer', token, ...terms } as const)
      : ({ kind: 'place-collection-offer', collection, amount: 1n, ...terms } as const)
  return callOf(marketplace, intent) ?? simulatorOf(marketplace).inferredBid?.(intent) ?? null
}

/** Returns the root of the set of one token. */
export function setOf(token: TokenRef): SetHash {
  return buildTokenSet([leafOf(token)]).root
}

function callOf(marketplace: string, intent: Intent): EntryFunctionPayload | null {
  const deployed = OPEN.find(({ adapter }) => adapter.id === marketplace)
  return deployed === undefined ? null : payloadFor(deployed, intent)
}

/** Returns whether the marketplaces have calls for such orders on tokens of the standard. */
function exists({ holding, listedOn, bid }: Pick<Cell, 'holding' | 'listedOn' | 'bid'>): boolean {
  const id = parseAddress('0x1')
  const names = { creatorAddress: id, collectionName: 'A', tokenName: 'B', propertyVersion: 0n }
  const any = holding === 'v2' ? ({ standard: 'v2' } as const) : ({ standard: 'v1', ...names } as const)
  const [token, collection] = [
    { ...any, tokenDataId: id },
    { ...any, collectionId: id },
  ]
  const isListed = listedOn === null || listingCall(listedOn, token, 1n) !== null
  return isListed && bidCall({ place: bid, token, collection, priceOctas: 1n }) !== null
}

/** Every pair of a listing and a bid, in every standard that has them. */
export const CROSSINGS = HOLDINGS.flatMap((holding) =>
  LISTED_ON.flatMap((listedOn) => BIDS.map((bid) => ({ holding, listedOn, bid }))),
).filter(exists)

/** Any of them, from the least price to 90 APT. */
export const cells: fc.Arbitrary<Cell> = fc
  .record({ crossing: fc.constantFrom(...CROSSINGS), price: fc.bigInt(100_000n, 9_000_000_000n) })
  .map(({ crossing, price }) => ({ ...crossing, price }))

const ALLOWED = [true, true, true, true, true]
/** Per thousand, to the artist: a royalty that does not come out even. */
const ROYALTY = ['1000', '37']
export const COLLECTION_V1 = 'Brass Keys'

/** Returns the artist's calls that mint a token of the older standard and hand it over in its editions. */
export function mintingCalls(artist: Trader, to: Trader, tokenName: string, holding: Holding): EntryFunctionPayload[] {
  const call = (name: string, functionArguments: EntryFunctionPayload['functionArguments']): EntryFunctionPayload => {
    return { function: `0x3::token::${name}`, typeArguments: [], functionArguments }
  }
  const creator = addressOf(artist.account)
  const give = (version: string, amount: string) =>
    call('transfer_with_opt_in', [creator, COLLECTION_V1, tokenName, version, to.address, amount])
  const amount = holding === 'v1' ? '1' : '3'
  const owed = [creator, ...ROYALTY]
  const minted = call('create_token_script', [
    COLLECTION_V1,
    tokenName,
    '',
    amount,
    '0',
    '',
    ...owed,
    ALLOWED,
    [],
    [],
    [],
  ])
  if (holding !== 'v1-edition') return [minted, give('0', amount)]
  const names = [creator, creator, COLLECTION_V1, tokenName]
  const edition = call('mutate_token_properties', [...names, '0', '1', ['depth'], [[9]], ['u8']])
  return [minted, edition, give('0', '2'), give('1', '1')]
}

/** Returns the artist's call for the collection of those. */
export function collectionCall(): EntryFunctionPayload {
  const functionArguments = [COLLECTION_V1, '', '', '0', [true, true, true]]
  return { function: '0x3::token::create_collection_script', typeArguments: [], functionArguments }
}
