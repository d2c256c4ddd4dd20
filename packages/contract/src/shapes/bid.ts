import * as z from 'zod'
import { address, marketplaceId, octas, u64 } from './scalars.ts'

/** All live collection offers at one price. @source spec 001, section 3 "Bidding row" */
export const bidLevel = z.object({
  /** The price: unique within a ladder. */
  id: z.string(),
  price: octas,
  /** Tokens wanted at this price. */
  size: u64,
  bidders: z.number().int(),
  /** Who bids, at most twenty. */
  buyers: z.array(address),
  /** price x size */
  totalPrice: octas,
})
export type BidLevel = z.output<typeof bidLevel>

/** A live offer on any token of a collection. @source spec 001, section 3 "Collection top bid" */
export const collectionTopBid = z.object({
  collectionId: address,
  price: octas,
  offerId: z.string(),
  remainingTokenAmount: u64,
  marketplace: marketplaceId,
  /** Package of the marketplace. */
  contractAddress: address,
  buyer: address,
  expiresAtSeconds: u64.nullable(),
})
export type CollectionTopBid = z.output<typeof collectionTopBid>

/** The best live offer on one token. */
export const tokenTopBid = z.object({
  tokenDataId: address,
  /** Octas; null when nobody offers for this very token. */
  topBid: octas.nullable(),
  offerId: z.string().nullable(),
  marketplace: marketplaceId.nullable(),
  buyer: address.nullable(),
})
export type TokenTopBid = z.output<typeof tokenTopBid>

/** One open offer as a portfolio shows it. @source spec 001, section 3 "Bid item" */
export const bidItem = z.object({
  /** Of the token, else of the collection. */
  name: z.string(),
  image: z.string().nullable(),
  collectionId: address.nullable(),
  collectionName: z.string().nullable(),
  collectionImage: z.string().nullable(),
  tokenDataId: address.nullable(),
  tokenStandard: z.enum(['v1', 'v2']).nullable(),
  /** Octas per token. */
  bidPrice: octas,
  floorPrice: octas.nullable(),
  /** Tokens it still wants. */
  total: u64,
  /** Chain time, microseconds. */
  date: u64,
  /** Package of the marketplace. */
  programId: address,
  marketplace: marketplaceId,
  offerId: z.string(),
  buyer: address,
  /** For one token, not for any of a collection. */
  tokenBid: z.boolean(),
  /** Unix seconds; null when it does not expire. */
  expirationTime: u64.nullable(),
  expired: z.boolean(),
  executable: z.enum(['True', 'Expired']),
  /**
   * What reaches the wallet when it sells one token into it, after the marketplace's fee and the royalty; null for offers
   * that it made itself.
   */
  netOctas: octas.nullable(),
})
export type BidItem = z.output<typeof bidItem>
