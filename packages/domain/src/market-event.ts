import type { Address } from './address.ts'
import type { ChainEvent } from './chain-transaction.ts'
import type { ListingTerms } from './prices/listing-terms.ts'
import type { TokenStandard } from './tokens/token-id.ts'
import type { SetHash } from './tokens/token-set.ts'

/** Kinds of events of any marketplace: noun, then past verb. */
export const MARKET_EVENT_KINDS = [
  'listing-placed',
  'listing-cancelled',
  'listing-filled',
  'token-offer-placed',
  'token-offer-cancelled',
  'token-offer-filled',
  'collection-offer-placed',
  'collection-offer-cancelled',
  'collection-offer-filled',
  'pool-offer-placed',
  'pool-offer-cancelled',
  'pool-offer-filled',
] as const
export type MarketEventKind = (typeof MARKET_EVENT_KINDS)[number]
/** Kinds that several marketplaces have: offers that a pool pays are our own's alone. */
export type CommonEventKind = Exclude<MarketEventKind, `pool-offer-${string}`>

/** Token fields of a marketplace event; null where the event lacks them. */
export interface MarketEventToken {
  readonly standard: TokenStandard
  readonly tokenDataId: Address
  readonly tokenName: string | null
  /** v1 only. */
  readonly propertyVersion: bigint | null
}

/** Collection fields of a marketplace event; null where the event lacks them. */
export interface MarketEventCollection {
  readonly collectionId: Address | null
  readonly creatorAddress: Address | null
  readonly collectionName: string | null
}

interface MarketEventBase {
  /** Marketplace id, the folder name in `packages/marketplaces`. */
  readonly marketplace: string
  readonly version: bigint
  readonly timestampMicros: bigint
  /** The event as the chain emitted it; its `index` is this row's index. */
  readonly raw: ChainEvent
  readonly collection: MarketEventCollection
  /** Octas; per item for offers on several. */
  readonly priceOctas: bigint
}

/** Parts of a sale's price, where the event states them; null where it does not. */
export interface SaleSplit {
  readonly commissionOctas: bigint | null
  readonly royaltyOctas: bigint | null
}

export interface ListingPlaced extends MarketEventBase {
  readonly kind: 'listing-placed'
  readonly token: MarketEventToken
  readonly listingId: string
  readonly seller: Address
  /** Absent where the marketplace has none. `priceOctas` is the one that a falling price begins with. */
  readonly terms?: ListingTerms
}
export interface ListingCancelled extends MarketEventBase {
  readonly kind: 'listing-cancelled'
  readonly token: MarketEventToken
  readonly listingId: string
  readonly seller: Address
}
export interface ListingFilled extends MarketEventBase, SaleSplit {
  readonly kind: 'listing-filled'
  readonly token: MarketEventToken
  readonly listingId: string
  /**
   * Null where the event names neither seller nor price: both are those of the open listing. `priceOctas` and the split are then
   * what was seen paid before the event, which proves nothing by itself.
   */
  readonly seller: Address | null
  readonly buyer: Address
}
export interface TokenOfferPlaced extends MarketEventBase {
  readonly kind: 'token-offer-placed'
  readonly token: MarketEventToken
  readonly offerId: string
  readonly buyer: Address
  /** Unix seconds; null when the marketplace has no expiry. */
  readonly expiresAtSeconds: bigint | null
}
export interface TokenOfferCancelled extends MarketEventBase {
  readonly kind: 'token-offer-cancelled'
  readonly token: MarketEventToken
  readonly offerId: string
  readonly buyer: Address
}
export interface TokenOfferFilled extends MarketEventBase, SaleSplit {
  readonly kind: 'token-offer-filled'
  readonly token: MarketEventToken
  readonly offerId: string
  readonly buyer: Address
  readonly seller: Address
}
export interface CollectionOfferPlaced extends MarketEventBase {
  readonly kind: 'collection-offer-placed'
  readonly offerId: string
  readonly buyer: Address
  readonly tokenAmount: bigint
  /** Unix seconds; null when the marketplace has no expiry. */
  readonly expiresAtSeconds: bigint | null
}
export interface CollectionOfferCancelled extends MarketEventBase {
  readonly kind: 'collection-offer-cancelled'
  readonly offerId: string
  readonly buyer: Address
  /** Items that were still wanted; null when the event does not say. */
  readonly remainingAmount: bigint | null
}
export interface CollectionOfferFilled extends MarketEventBase, SaleSplit {
  readonly kind: 'collection-offer-filled'
  readonly token: MarketEventToken
  readonly offerId: string
  readonly buyer: Address
  readonly seller: Address
  /** Items still wanted after this fill, read from the write set; null when unknown. */
  readonly remainingAmount: bigint | null
}

/** An offer on tokens of a collection that the bidder's pool pays: it holds no money, see {@link PoolChange}. */
interface PoolOffer {
  readonly offerId: string
  readonly buyer: Address
}
export interface PoolOfferPlaced extends MarketEventBase, PoolOffer {
  readonly kind: 'pool-offer-placed'
  readonly tokenAmount: bigint
  /** Unix seconds. */
  readonly expiresAtSeconds: bigint
  /** Root of the set of wanted tokens; null for any token of the collection. */
  readonly setRoot: SetHash | null
}
export interface PoolOfferCancelled extends MarketEventBase, PoolOffer {
  readonly kind: 'pool-offer-cancelled'
  /** Items that were still wanted. */
  readonly remainingAmount: bigint
  /** As in {@link PoolOfferPlaced}. */
  readonly setRoot: SetHash | null
}
export interface PoolOfferFilled extends MarketEventBase, PoolOffer, SaleSplit {
  readonly kind: 'pool-offer-filled'
  readonly token: MarketEventToken
  readonly seller: Address
  /** Items still wanted after this fill. */
  readonly remainingAmount: bigint
}

/** Money that came into a bidder's pool or left it: one deposit pays for all pool offers of the bidder. */
export interface PoolChange {
  /** Marketplace id. */
  readonly marketplace: string
  readonly version: bigint
  readonly eventIndex: number
  readonly atMicros: bigint
  readonly kind: 'deposit' | 'withdrawal' | 'sale'
  readonly wallet: Address
  readonly amountOctas: bigint
  /** Octas in the pool after the change. */
  readonly balanceOctas: bigint
}

/** An event of a marketplace. Its place on the chain is `version` and `raw.index`. */
export type MarketEvent =
  | ListingPlaced
  | ListingCancelled
  | ListingFilled
  | TokenOfferPlaced
  | TokenOfferCancelled
  | TokenOfferFilled
  | CollectionOfferPlaced
  | CollectionOfferCancelled
  | CollectionOfferFilled
  | PoolOfferPlaced
  | PoolOfferCancelled
  | PoolOfferFilled
