import { addressOf } from '@opal/dev-chain/ledger/testing/test-chain'
import type { Address } from '@opal/domain/address'
import { NotOfferedError } from '@opal/domain/errors'
import type { Intent, ListingRef, OfferRef } from '@opal/domain/intent'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import type { MarketplaceContracts } from '@opal/marketplaces/adapter'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import * as fc from 'fast-check'
import type { FixtureToken, TradingFixture } from './trading-fixture.ts'

/** Trades that every marketplace may offer; bid pools and terms of listings are one contract's own, with their own stories. */
export type Kind = Exclude<Intent['kind'], `${string}pool${string}` | `${string}terms`>
type MarketIntent = Extract<Intent, { kind: Kind }>

/** One throw of the dice: what someone tries, and where they look for something to do it with. */
export interface Attempt {
  readonly kind: Kind
  readonly pick: number
  /** Octas. */
  readonly price: bigint
  readonly amount: bigint
  /** Unix seconds. */
  readonly expiry: bigint
}

export const KINDS: readonly Kind[] = [
  'list',
  'update-price',
  'delist',
  'buy',
  'place-token-offer',
  'place-collection-offer',
  'cancel-token-offer',
  'cancel-collection-offer',
  'accept-token-offer',
  'accept-collection-offer',
]

/** Kinds of action that must precede another. */
export const NEEDS: Readonly<Partial<Record<Kind, Kind>>> = {
  'update-price': 'list',
  delist: 'list',
  buy: 'list',
  'cancel-token-offer': 'place-token-offer',
  'accept-token-offer': 'place-token-offer',
  'cancel-collection-offer': 'place-collection-offer',
  'accept-collection-offer': 'place-collection-offer',
}

/** Everything once, in an order in which it can be done. */
export const ONE_OF_EACH: Attempt[] = KINDS.flatMap((kind) => {
  const attempt = { pick: 5, price: 123_456_789n, amount: 2n, expiry: 1_800_000_000n }
  const before = NEEDS[kind]
  return before === undefined
    ? []
    : [
        { ...attempt, kind: before },
        { ...attempt, kind },
      ]
})

/** Trades at prices from one octa, where rounding matters, to 10,000 APT, which a balance of a million APT pays many times. */
export const attempts = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS),
    pick: fc.nat(1_000),
    price: fc.oneof(fc.bigInt({ min: 1n, max: 50n }), fc.bigInt({ min: 1n, max: 10n ** 12n })),
    amount: fc.bigInt({ min: 1n, max: 3n }),
    expiry: fc.bigInt({ min: 1_700_100_000n, max: 3_000_000_000n }),
  }),
  { minLength: 12, maxLength: 30 },
)

/** An open order, in the model of the market that the traders share. */
export interface OpenListing extends ListingRef {
  readonly item: FixtureToken
}
export interface OpenOffer extends OfferRef {
  readonly item: FixtureToken
  readonly isForToken: boolean
  /** Items that it still buys. */
  left: bigint
}

/** The market as the traders see it: who holds what, which orders are open. */
export interface MarketView {
  readonly owners: Map<FixtureToken, Address>
  readonly listings: Map<FixtureToken, OpenListing>
  readonly offers: Set<OpenOffer>
}

/** The market before the first trade. */
export function marketViewOf({ tokens, traders }: TradingFixture): MarketView {
  const first = addressOf(traders[0])
  return { owners: new Map(tokens.map((token) => [token, first])), listings: new Map(), offers: new Set() }
}

/** A possible action: an intent and its subject. */
export interface TradeAction {
  readonly intent: MarketIntent
  readonly by: Address
  readonly item: FixtureToken
  readonly offer: OpenOffer | null
}

/** Makes a deed of an attempt. @returns null when there is nothing to do it with */
export function tradeActionOf(
  { kind, pick, price, amount, expiry }: Attempt,
  fixture: TradingFixture,
  see: MarketView,
): TradeAction | null {
  const people = fixture.traders.map(addressOf)
  const chosen = <Item>(items: readonly Item[]): Item | undefined => items[pick % Math.max(1, items.length)]
  const free = fixture.tokens.filter((item) => !see.listings.has(item))
  const offers = [...see.offers]
  const forToken = chosen(offers.filter(({ isForToken }) => isForToken))
  const forAny = chosen(offers.filter(({ isForToken }) => !isForToken))
  const listing = chosen([...see.listings.values()])
  const token = chosen(free)
  const ownerOf = (item: FixtureToken) => see.owners.get(item) as Address
  const other = (one: Address) => people.find((each) => each !== one) as Address
  const terms = { priceOctas: price, expiresAtSeconds: expiry }
  switch (kind) {
    case 'list':
      return token === undefined ? null : deed({ kind, token: token.ref, priceOctas: price }, ownerOf(token), token)
    case 'update-price':
      return listing === undefined ? null : deed({ kind, listing, priceOctas: price }, listing.seller, listing.item)
    case 'delist':
      return listing === undefined ? null : deed({ kind, listing }, listing.seller, listing.item)
    case 'buy':
      return listing === undefined ? null : deed({ kind, listing }, other(listing.seller), listing.item)
    case 'place-token-offer':
      return token === undefined ? null : deed({ kind, token: token.ref, ...terms }, other(ownerOf(token)), token)
    case 'place-collection-offer': {
      const by = people[pick % 2] as Address
      return token === undefined ? null : deed({ kind, collection: token.collection, amount, ...terms }, by, token)
    }
    case 'cancel-token-offer':
      return forToken === undefined
        ? null
        : deed({ kind, offer: forToken, token: forToken.item.ref }, forToken.buyer, forToken.item, forToken)
    case 'cancel-collection-offer':
      return forAny === undefined ? null : deed({ kind, offer: forAny }, forAny.buyer, forAny.item, forAny)
    case 'accept-token-offer': {
      const item = forToken?.item
      const isFree = item !== undefined && !see.listings.has(item) && ownerOf(item) !== forToken?.buyer
      return forToken === undefined || item === undefined || !isFree
        ? null
        : deed({ kind, offer: forToken, token: item.ref }, ownerOf(item), item, forToken)
    }
    case 'accept-collection-offer': {
      const item = free.find(
        (each) => collectionOf(each) === (forAny && collectionOf(forAny.item)) && ownerOf(each) !== forAny?.buyer,
      )
      return forAny === undefined || item === undefined
        ? null
        : deed({ kind, offer: forAny, token: item.ref }, ownerOf(item), item, forAny)
    }
  }
}

/** Returns the collection that a token is of. */
export function collectionOf({ collection }: FixtureToken): Address {
  return collection.collectionId
}

/**
 * Returns the marketplace's call for a deed.
 * @returns null when it has none, or none for tokens of this standard
 */
export function payloadFor({ adapter, contracts }: DeployedMarketplace, intent: Intent): EntryFunctionPayload | null {
  const build = adapter.payload[intent.kind] as
    | ((contracts: MarketplaceContracts, intent: Intent) => EntryFunctionPayload)
    | undefined
  if (build === undefined) return null
  try {
    return build(contracts, intent)
  } catch (error) {
    if (error instanceof NotOfferedError) return null
    throw error
  }
}

function deed(intent: MarketIntent, by: Address, item: FixtureToken, offer: OpenOffer | null = null): TradeAction {
  return { intent, by, item, offer }
}
