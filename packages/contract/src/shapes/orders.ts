import * as z from 'zod'
import { address, marketplaceId, micros, octas, u64 } from './scalars.ts'

/** Whether an open listing counts for everyone, and why not. One that is `reserved` can be bought by the wallet that its terms name. */
const listingValidity = z.enum([
  'valid',
  'seller-lost-token',
  'token-frozen',
  'marketplace-closed',
  'expired',
  'reserved',
  'ended',
])

/** Terms of a listing beyond its price; null for each that it does not have. */
const listingTerms = z.object({
  /** The price falls from this one, at `fallsFromSeconds`, to `endPrice`, at `fallsUntilSeconds`, in up to 100 equal steps. */
  startPrice: octas.nullable(),
  endPrice: octas.nullable(),
  fallsFromSeconds: u64.nullable(),
  fallsUntilSeconds: u64.nullable(),
  /** When the price falls next or the listing expires, whichever comes first. */
  nextChangeSeconds: u64.nullable(),
  /** From then on no one can buy. */
  expiresAtSeconds: u64.nullable(),
  /** The only wallet that can buy. */
  reservedFor: address.nullable(),
  /** Least that a sale brings the seller after royalty and commission. */
  leastProceeds: octas.nullable(),
})
export type ListingTerms = z.output<typeof listingTerms>

/** One open listing. */
export const listing = z.object({
  marketplace: marketplaceId,
  listingId: z.string(),
  tokenDataId: address,
  /** Edition of a v1 token that it sells; "0" for v2 tokens. */
  propertyVersion: u64,
  seller: address,
  /** Of a price that falls, the current step. */
  price: octas,
  validity: listingValidity,
  /** Null for a fixed price without any. */
  terms: listingTerms.nullable(),
  placedAtMicros: micros,
  version: u64,
})
export type Listing = z.output<typeof listing>

const offerBase = {
  marketplace: marketplaceId,
  offerId: z.string(),
  buyer: address,
  /** Per token. */
  price: octas,
  /** Unix seconds; null when the offer does not expire. */
  expiresAtSeconds: u64.nullable(),
  placedAtMicros: micros,
}

/** One open offer for one token. */
export const tokenOffer = z.object({ ...offerBase, tokenDataId: address })
export type TokenOffer = z.output<typeof tokenOffer>

/** One open offer for any token of a collection. */
export const collectionOffer = z.object({ ...offerBase, collectionId: address, remainingTokenAmount: u64 })
export type CollectionOffer = z.output<typeof collectionOffer>
