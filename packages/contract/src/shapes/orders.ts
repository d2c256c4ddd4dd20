import * as z from 'zod'
import { address, marketplaceId, micros, octas, u64 } from './scalars.ts'

/** Whether an open order counts, and why not. */
export const listingValidity = z.enum(['valid', 'seller-lost-token', 'token-frozen', 'marketplace-closed', 'ended'])

/** One open listing. */
export const listing = z.object({
  marketplace: marketplaceId,
  listingId: z.string(),
  tokenDataId: address,
  /** Edition of a v1 token that it sells; "0" for v2 tokens. */
  propertyVersion: u64,
  seller: address,
  price: octas,
  validity: listingValidity,
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
