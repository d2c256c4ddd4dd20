import * as z from 'zod'
import { TOKEN_SORTS } from './constants/sorts.ts'
import { defineEndpoint } from './http/endpoint.ts'
import { wallet } from './names.ts'
import { EXAMPLE } from './shapes/example-ids.ts'
import { collectionOffer, listing, tokenOffer } from './shapes/orders.ts'
import {
  address,
  addressInput,
  collectionRef,
  emptyObject,
  limitQuery,
  marketplaceId,
  micros,
  noBody,
  octas,
  pageOf,
  pageQuery,
  u64,
} from './shapes/scalars.ts'
import { tokenFilterQuery } from './tokens/token-filter.ts'

/** Facts about an image before it has loaded: enough to reserve its place and to show its colour. */
export const imageFacts = z
  .object({
    /** Pixels of the original. */
    width: z.number().int().positive(),
    height: z.number().int().positive(),
    /** Dominant colour. */
    colour: z.string().regex(/^#[0-9a-f]{6}$/),
  })
  .describe('Size in pixels and dominant color of the original')
export type ImageFacts = z.output<typeof imageFacts>

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
  /** True when the offer is for this token, rather than for its collection. */
  topTokenBid: z.boolean(),
})
export type TopBid = z.output<typeof topBid>

/** One token as lists show it. Prices in octas. @source docs/product/tokens-and-filters.md#token */
export const token = z.object({
  tokenDataId: address,
  name: z.string(),
  /** Image URI as the metadata names it; null until it was read. */
  image: z.string().nullable(),
  /** Null until the image was measured. */
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
  /** The owner; the seller while it is in a listing's escrow. Null when burned. */
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
  /** The lowest price of the collection that has lasted ten minutes and goes on; null without one. @source docs/product/collections.md#usual-floor */
  collectionUsualFloorPrice: octas.nullable(),
  /** The collection's last sale that is no wash trade; null without one. */
  collectionLastSalePrice: octas.nullable(),
  collectionSupply: z.number().int(),
  /** Package or object that holds the token's code: the token object for v2. */
  programId: address,
  isBurned: z.boolean(),
  /** `properties.category` of its metadata, such as `video`; null where there is none. */
  category: z.string().nullable(),
})
export type TokenDetail = z.output<typeof tokenDetail>

/** Stats of a token's dialog, in octas. @source docs/product/tokens-and-filters.md#token-figures */
export const tokenStats = z.object({
  tokenDataId: address,
  name: z.string(),
  floorPrice: octas.nullable().describe("The collection's"),
  listedPrice: octas.nullable(),
  lastSale: octas.nullable(),
  /** The best of token and collection bids. */
  topBid: topBid.nullable(),
  /** The best bid on this very token. */
  tokenTopBid: octas.nullable(),
  ownerAddress: address.nullable(),
  /** The seller; null when it is not for sale. */
  listedWalletAddress: address.nullable(),
  imageUri: z.string().nullable(),
  collectionImage: z.string().nullable(),
})
export type TokenStats = z.output<typeof tokenStats>

/** One page of a collection's tokens. */
export const listCollectionTokens = defineEndpoint({
  id: 'list-collection-tokens',
  bases: ['main'],
  method: 'GET',
  path: '/collection/:id/nfts',
  summary: "A page of a collection's tokens",
  tag: 'Tokens',
  cache: 'shared',
  params: z.strictObject({ id: collectionRef }),
  query: z.strictObject({
    ...tokenFilterQuery,
    tokenId: addressInput.optional().describe('Only this token'),
    number: z
      .string()
      .regex(/^\d{1,80}$/, 'expected up to 80 digits')
      .transform((digits) => String(BigInt(digits)))
      .optional()
      .describe('Only the token whose name ends in this number, as "Ape #0012" in 12; of several the first by name'),
    ...limitQuery,
    sort: z.enum(TOKEN_SORTS).default('price_asc'),
  }),
  body: noBody,
  response: pageOf(token).extend({
    /** Tokens in the collection that match; 10,001 may stand for any number above 10,000. */
    total: z.number().int(),
  }),
  errors: ['collection-not-found', 'invalid-cursor', 'collection-too-large'],
  example: { params: { id: EXAMPLE.collectionId }, query: { page: 1, limit: 50, nftType: 'ALL' } },
})

/** A collection's tokens that are for sale, cheapest first, each with its listing. */
export const listListedTokens = defineEndpoint({
  id: 'list-listed-tokens',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/collection/tokens/:slug',
  summary: "A collection's listed tokens",
  tag: 'Tokens',
  cache: 'shared',
  params: z.strictObject({ slug: collectionRef }),
  query: z.strictObject(pageQuery(50, 100)),
  body: noBody,
  response: pageOf(token),
  errors: ['collection-not-found', 'invalid-cursor'],
  failure: { value: { data: [], nextCursor: null } },
  example: { params: { slug: EXAMPLE.collectionId }, query: { page: 1, take: 50 } },
})

/** One token with its attributes and every open order on every marketplace. */
export const getToken = defineEndpoint({
  id: 'get-token',
  bases: ['main'],
  method: 'GET',
  path: '/collection/nfts/:id',
  summary: 'One token',
  tag: 'Tokens',
  cache: 'shared',
  params: z.strictObject({ id: addressInput.describe('tokenDataId') }),
  query: z.strictObject({}),
  body: noBody,
  response: tokenDetail,
  errors: ['token-not-found'],
  example: { params: { id: EXAMPLE.tokenDataId } },
})

/** Tokens with exactly this name, and who owns them; at most fifty. */
export const findTokenOwner = defineEndpoint({
  id: 'find-token-owner',
  bases: ['main'],
  method: 'POST',
  path: '/nft/owner',
  summary: 'Owners of tokens by name',
  tag: 'Tokens',
  params: emptyObject,
  query: emptyObject,
  bodyKinds: ['form', 'multipart'],
  body: z.strictObject({ nftName: z.string().min(1).max(128) }),
  response: z.object({ data: z.array(token) }),
  errors: [],
  example: { body: { nftName: 'Monkey #8' } },
})

/** Stats of a token within its collection. @source docs/product/tokens-and-filters.md#token-figures */
export const getTokenStats = defineEndpoint({
  id: 'get-token-stats',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/collection/:collectionId/tokens/:tokenDataId',
  summary: "A token's stats",
  tag: 'Tokens',
  params: z.strictObject({ collectionId: addressInput, tokenDataId: addressInput }),
  query: emptyObject,
  body: noBody,
  response: tokenStats,
  errors: ['token-not-found'],
  example: { params: { collectionId: EXAMPLE.collectionId, tokenDataId: EXAMPLE.listedTokenDataId } },
})
