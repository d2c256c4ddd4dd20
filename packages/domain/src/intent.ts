import type { Address } from './address.ts'
import type { ListingTerms } from './prices/listing-terms.ts'
import type { CollectionRef, TokenRef } from './tokens/token-id.ts'
import type { SetHash } from './tokens/token-set.ts'

/** An open listing, as far as a payload needs it. */
export interface ListingRef {
  readonly listingId: string
  readonly token: TokenRef
  readonly seller: Address
  readonly priceOctas: bigint
}

/** An open offer, as far as a payload needs it. */
export interface OfferRef {
  readonly offerId: string
  readonly buyer: Address
  readonly priceOctas: bigint
}

/** An action that a user wants on one marketplace; adapters turn it into a payload, simulators into events. */
export type Intent =
  | { readonly kind: 'list'; readonly token: TokenRef; readonly priceOctas: bigint }
  | {
      /** Lists on terms beyond the price, on our own marketplace. */
      readonly kind: 'list-on-terms'
      readonly token: TokenRef
      /** The first of a falling price. */
      readonly priceOctas: bigint
      readonly terms: ListingTerms
      /** Octas that a sale at this price has to bring, else it is not listed; absent for no such limit. */
      readonly proceedsOctas?: bigint
    }
  | {
      /** Replaces price and terms of a listing on our own marketplace. */
      readonly kind: 'update-terms'
      readonly listing: ListingRef
      readonly priceOctas: bigint
      readonly terms: ListingTerms
    }
  | { readonly kind: 'update-price'; readonly listing: ListingRef; readonly priceOctas: bigint }
  | { readonly kind: 'delist'; readonly listing: ListingRef }
  | { readonly kind: 'buy'; readonly listing: ListingRef }
  | {
      readonly kind: 'place-token-offer'
      readonly token: TokenRef
      readonly priceOctas: bigint
      readonly expiresAtSeconds: bigint
    }
  | {
      readonly kind: 'place-collection-offer'
      readonly collection: CollectionRef
      readonly priceOctas: bigint
      readonly amount: bigint
      readonly expiresAtSeconds: bigint
    }
  | { readonly kind: 'cancel-token-offer'; readonly offer: OfferRef; readonly token: TokenRef }
  | { readonly kind: 'cancel-collection-offer'; readonly offer: OfferRef }
  | { readonly kind: 'accept-token-offer'; readonly offer: OfferRef; readonly token: TokenRef }
  | { readonly kind: 'accept-collection-offer'; readonly offer: OfferRef; readonly token: TokenRef }
  | {
      /** Offers for tokens of a collection, paid by the bidder's pool. */
      readonly kind: 'place-pool-offer'
      readonly collection: CollectionRef
      /** Root of the set of wanted tokens; null for any token of the collection. */
      readonly setRoot: SetHash | null
      readonly priceOctas: bigint
      readonly amount: bigint
      readonly expiresAtSeconds: bigint
      /** Octas that go into the pool first; 0 for none. */
      readonly depositOctas: bigint
    }
  | { readonly kind: 'cancel-pool-offer'; readonly offer: OfferRef }
  | {
      readonly kind: 'accept-pool-offer'
      readonly offer: OfferRef
      readonly token: TokenRef
      /** Shows that the token is in the wanted set; empty for an offer on any token of the collection. */
      readonly proof: readonly SetHash[]
    }
  | { readonly kind: 'deposit-into-pool'; readonly octas: bigint }
  | { readonly kind: 'withdraw-from-pool'; readonly octas: bigint }

/** An order on a marketplace. `marketplace` is an adapter's id. */
export interface MarketplaceListing extends ListingRef {
  readonly marketplace: string
}
export interface MarketplaceOffer extends OfferRef {
  readonly marketplace: string
}

/** An action on several orders, on one or more marketplaces. */
export type BatchIntent =
  | {
      readonly kind: 'purchase-many'
      readonly listings: readonly MarketplaceListing[]
      /** All or nothing unless true: then what is gone is left out and the others go through. */
      readonly isBestEffort: boolean
      /** Octas that the buyer pays at most for all of them, without gas; null sets no limit. */
      readonly maxOctas: bigint | null
    }
  | {
      /** Moves listings, wherever they are, to the native marketplace. */
      readonly kind: 'delist-and-list-many'
      readonly items: readonly (PriceChange & Pick<NewListing, 'proceedsOctas'>)[]
    }
  | {
      /** Sells each token into an offer: on any token of its collection, or on this one. */
      readonly kind: 'instant-sell'
      /** Who signs, and receives what the sales bring. */
      readonly seller: Address
      readonly sales: readonly {
        readonly offer: MarketplaceOffer
        readonly token: TokenRef
        /** The offer is on this token alone; otherwise on any of the collection. */
        readonly isTokenOffer?: boolean
        /** The bidder's pool pays the offer: how the token is in its set, empty for any token of the collection. */
        readonly poolProof?: readonly SetHash[]
        /** The token's own listing, which is cancelled first. */
        readonly listing?: MarketplaceListing
      }[]
      /** Minimum proceeds of the sales, after fees and royalties; null sets no limit. */
      readonly leastOctas: LeastProceeds | null
    }
  | {
      readonly kind: 'list-many'
      readonly items: readonly NewListing[]
      /** Terms of all of them, on our own marketplace; absent for none. */
      readonly terms?: ListingTerms
    }
  | { readonly kind: 'delist-many'; readonly listings: readonly MarketplaceListing[] }
  | {
      /** Changes the prices of listings, each on its marketplace. */
      readonly kind: 'update-price-many'
      readonly items: readonly PriceChange[]
      /** Replace the terms of all of them, on our own marketplace; absent to change the prices alone. */
      readonly terms?: ListingTerms
    }
  | {
      /** Lists some tokens and changes the prices of other listings, in this order. */
      readonly kind: 'list-and-update-many'
      readonly items: readonly (NewListing | PriceChange)[]
    }
  | {
      /** Cancels orders of any kind: listings, and bids with the money that they hold. */
      readonly kind: 'withdraw-many'
      readonly orders: readonly Withdrawal[]
    }

/** Minimum proceeds that a seller accepts: octas for each sale, in order, and for all together. */
export interface LeastProceeds {
  readonly each: readonly bigint[]
  readonly total: bigint
}

/** A token to list on a marketplace. */
export interface NewListing {
  readonly marketplace: string
  readonly token: TokenRef
  readonly priceOctas: bigint
  /**
   * Octas that the seller saw a sale at this price bring: where the marketplace can, it lists nothing that brings less. Absent for no
   * such limit.
   */
  readonly proceedsOctas?: bigint
}
/** A new price of a listing. */
export interface PriceChange {
  readonly listing: MarketplaceListing
  readonly priceOctas: bigint
}
/** An order that its maker cancels. `token` is null for an offer on several tokens; `isPooled` is set where a pool pays it. */
export type Withdrawal =
  | { readonly listing: MarketplaceListing }
  | { readonly offer: MarketplaceOffer; readonly token: TokenRef | null; readonly isPooled?: boolean }

export type BatchIntentOf<Kind extends BatchIntent['kind']> = Extract<BatchIntent, { kind: Kind }>
