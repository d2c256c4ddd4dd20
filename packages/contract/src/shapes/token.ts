import * as z from 'zod'
import { imageFacts } from './image-facts.ts'
import { listing } from './listing.ts'
import { collectionOffer, tokenOffer } from './offer.ts'
import { address, marketplaceId, micros, octas, u64 } from './scalars.ts'
import { wallet } from './wallet.ts'

/** One trait of a token. */
export const attribute = z.object({
  trait_type: z.string(),
  value: z.string(),
  /** Tokens of the collection with this value; null when the collection is too large to count on the fly. */
  count: z.number().int().nullable(),
  /** Lowest live listing price among them; null when none is listed. */
  floorPrice: octas.nullable(),
})
export type Attribute = z.output<typeof attribute>

/** The best offer a token's owner could take now. A token offer wins only when it is higher than the collection offer. */
export const topBid = z.object({
  price: octas,
  offerId: z.string(),
  marketplace: marketplaceId,
  /** Tokens the offer still wants. */
  remainingTokenAmount: u64,
  /** True when the offer is for this very token. */
  topTokenBid: z.boolean(),
})
export type TopBid = z.output<typeof topBid>

/** One token as lists show it. Prices in octas. @source spec 000, section 3 "Token" */
export const token = z.object({
  tokenDataId: address,
  name: z.string(),
  /** Image URI as the metadata names it; null until it was read. */
  image: z.string().nullable(),
  /** Null until the picture was measured. */
  imageFacts: imageFacts.nullable(),
  /** Video or other animation URI. */
  video: z.string().nullable(),
  tokenUri: z.string(),
  collectionId: address,
  collectionName: z.string(),
  collectionSlug: z.string(),
  collectionImage: z.string().nullable(),
  collectionImageFacts: imageFacts.nullable(),
  /** Null when only the token has been seen, not yet its collection. */
  creatorAddress: address.nullable(),
  /** v1 property version; "0" for v2 tokens. */
  propertyVersion: u64,
  tokenStandard: z.enum(['v1', 'v2']),
  /** Rank within the collection, 1 is rarest; null when the collection has not been ranked. */
  rarity: z.number().int().nullable(),
  isVerified: z.boolean(),
  /** Who owns it; the seller while it is in a listing's escrow. Null when burned. */
  owner: wallet.nullable(),
  /** Price of its cheapest live listing; null when it is not for sale. */
  listedPrice: octas.nullable(),
  listedAtMicros: micros.nullable(),
  /** Marketplace and id of that listing. */
  marketplace: marketplaceId.nullable(),
  listingId: z.string().nullable(),
  lastSalePrice: octas.nullable(),
  lastSaleAtMicros: micros.nullable(),
  topBid: topBid.nullable(),
})
export type Token = z.output<typeof token>

/** One token with everything its own page shows. */
export const tokenDetail = token.extend({
  description: z.string(),
  attributes: z.array(attribute),
  /** Every open listing on every marketplace, cheapest first, also those that cannot be bought (see validity). */
  listings: z.array(listing),
  tokenOffers: z.array(tokenOffer),
  /** The best open collection offers this token could be sold into. */
  collectionOffers: z.array(collectionOffer),
  royaltyBps: z.number().int(),
  royaltyPayee: address.nullable(),
  collectionFloorPrice: octas.nullable(),
  collectionSupply: z.number().int(),
  /** Package or object that holds the token's code: the token object for v2. */
  programId: address,
  isBurned: z.boolean(),
  /** What `properties.category` of its metadata says its animation is, such as `video`; null where it says nothing. */
  category: z.string().nullable(),
})
export type TokenDetail = z.output<typeof tokenDetail>
