import * as z from 'zod'
import { defineEndpoint } from './http/endpoint.ts'
import { EXAMPLE } from './shapes/example-ids.ts'
import { listing } from './shapes/orders.ts'
import {
  address,
  addressInput,
  cursor,
  emptyObject,
  marketplaceId,
  micros,
  noBody,
  octas,
  oneOrMany,
  pageOf,
  pageQuery,
  queryInteger,
  signedOctas,
  u64,
} from './shapes/scalars.ts'
import { token } from './tokens.ts'

/** Sort orders of a wallet's tokens; `collection` keeps collections together. */
export const HELD_TOKENS_SORTS = [
  'collection',
  'value',
  'name',
  'rarity',
  'listed_price',
  'last_sale',
  'acquired',
] as const

/** Query members of a sorted portfolio. Tokens without the figure come last in either order. */
export const heldTokensSort = {
  sortBy: z.enum(HELD_TOKENS_SORTS).default('collection'),
  order: z.enum(['asc', 'desc']).default('asc'),
}

/**
 * A wallet's holding of one collection.
 * @source docs/product/portfolio-and-pnl.md#portfolio-collection
 */
export const portfolioCollection = z.object({
  collectionId: address,
  name: z.string(),
  image: z.string().nullable(),
  isVerified: z.boolean(),
  slug: z.string(),
  tokenStandard: z.enum(['v1', 'v2']),
  floorPrice: octas.nullable(),
  topBid: octas.nullable(),
  /** Tokens of the wallet that are for sale. */
  listed: u64,
  /** The lowest price at which one of the wallet's can be bought. */
  ownFloor: octas.nullable(),
  /** tokenCount times the better of floor and top bid; 0 where there is neither. */
  value: octas,
  tokenCount: u64,
  /**
   * Whether it is shown apart: unverified, and flagged by the operator or sent by others without ever having been
   * traded.
   */
  isSpam: z.boolean(),
})
export type PortfolioCollection = z.output<typeof portfolioCollection>

/** Whether collections that are shown apart (`isSpam`) belong to a response. */
export const spamChoice = z
  .enum(['include', 'hide', 'only'])
  .default('include')
  .describe('What others sent unasked and nobody trades: with the rest, left out, or alone')

/**
 * A wallet's holdings and gains; octas. Cost and P&L are over items of known cost alone.
 * @source docs/product/portfolio-and-pnl.md#summary, docs/product/portfolio-and-pnl.md#cost
 */
export const portfolioPnl = z.object({
  costPrice: octas,
  /** Of everything held, whatever it cost: each item at the better of its collection's floor and top bid. */
  estimatedPrice: octas,
  /** Of the items of known cost: their cost and unrealised P&L together. */
  knownCostEstimate: octas,
  realizedPNL: signedOctas,
  unrealizedPNL: signedOctas,
  totalCount: z.number().int(),
  listedCount: z.number().int(),
  /** Items held whose cost is unknown: left out of cost and P&L. */
  unknownCostCount: z.number().int(),
  soldCount: z.number().int(),
  /** Items sold that are left out of the realised P&L. */
  soldUnknownCount: z.number().int(),
})
export type PortfolioPnl = z.output<typeof portfolioPnl>

/** Placeholder of a P&L that could not be read. @source docs/product/portfolio-and-pnl.md#summary */
export const NO_PNL: PortfolioPnl = {
  costPrice: '0',
  estimatedPrice: '0',
  knownCostEstimate: '0',
  realizedPNL: '0',
  unrealizedPNL: '0',
  totalCount: 0,
  listedCount: 0,
  unknownCostCount: 0,
  soldCount: 0,
  soldUnknownCount: 0,
}

/** The same figures under the names that the head of the portfolio has for them. */
export const portfolioSummary = z.object({
  totalNfts: z.number().int(),
  listedNfts: z.number().int(),
  estimated: octas,
  cost: octas,
  unRealizedPL: signedOctas,
  realizedPL: signedOctas,
})

/**
 * The marketplace at which selling one of a token now brings most, and the seller's proceeds. `net + commission +
 * royalty = price`.
 */
export const bestExit = z.object({
  netOctas: octas,
  priceOctas: octas,
  commissionOctas: octas,
  royaltyOctas: octas,
  marketplace: marketplaceId,
  offerId: z.string(),
  /** The offer is for this very token, not for any of its collection. */
  tokenBid: z.boolean(),
})
export type BestExit = z.output<typeof bestExit>

/**
 * A token for its holder: `listedPrice`, `marketplace` and `listingId` are those of the holder's cheapest listing that can be
 * bought, else of the cheapest on a marketplace that is closed to buying.
 * @source docs/product/portfolio-and-pnl.md#portfolio-token
 */
export const portfolioToken = token.extend({
  /** Tokens of its collection. */
  collectionSupply: z.number().int(),
  /** Number of items that the wallet holds, of this edition. */
  held: u64,
  /** Editions of the token that the wallet holds, each a row of its own; more than one for v1 tokens alone. */
  editionsHeld: z.number().int(),
  /** Octas paid for those of known cost; null when it is not known of any. */
  costPrice: octas.nullable(),
  /** When the newest of them was acquired. */
  acquiredAtMicros: micros.nullable(),
  /** The wallet's own open listings of it, on every marketplace. */
  ownListings: z.array(listing),
  /** Null without bids. Each token is evaluated by itself: two may name one offer that wants a single token. */
  bestExit: bestExit.nullable(),
})
export type PortfolioToken = z.output<typeof portfolioToken>

/** Tokens a wallet owns; what it has in a listing's escrow is still its own. */
export const listUserTokens = defineEndpoint({
  id: 'list-user-tokens',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/tokens/:wallet',
  summary: 'Tokens of a wallet, escrowed ones included',
  tag: 'Portfolio',
  params: z.strictObject({ wallet: addressInput }),
  query: z.strictObject({
    ...pageQuery(50, 100),
    ...heldTokensSort,
    collectionId: addressInput.optional(),
    type: z.enum(['all', 'listed', 'unlisted', 'non_listed']).default('all').describe('non_listed: as unlisted'),
    marketplace: oneOrMany(marketplaceId, 20)
      .optional()
      .describe('Only what is listed there, also where nothing can be bought any more; may be repeated'),
    spam: spamChoice,
    tokenDataId: oneOrMany(addressInput, 50).optional().describe('Only these; may be repeated'),
  }),
  body: noBody,
  response: pageOf(portfolioToken).extend({
    /** All that match, over all pages. */
    total: z.number().int(),
  }),
  errors: ['invalid-cursor'],
  example: { params: { wallet: EXAMPLE.owner }, query: { page: 1, take: 50, sortBy: 'name', order: 'asc' } },
})

/** The same as `list-user-tokens`, with the wallet in the query. @source docs/product/portfolio-and-pnl.md#holdings */
export const listMyTokens = defineEndpoint({
  id: 'list-my-tokens',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/collection/myCollections/nfts',
  summary: 'Tokens of a wallet',
  tag: 'Portfolio',
  params: emptyObject,
  query: z.strictObject({
    ...heldTokensSort,
    walletAddress: addressInput,
    nftType: z.enum(['ALL', 'LISTED', 'UNLISTED']).default('ALL'),
    type: z.enum(['listed', 'non_listed']).optional().describe('Wins over nftType'),
    collectionId: addressInput.optional(),
    page: queryInteger(1, 1000, 1),
    limit: queryInteger(1, 100, 50),
    cursor: cursor.optional(),
  }),
  body: noBody,
  response: pageOf(portfolioToken).extend({
    /** All that match, over all pages. */
    total: z.number().int(),
  }),
  errors: ['invalid-cursor'],
  example: { query: { walletAddress: EXAMPLE.owner } },
})

/** The collections a wallet holds, most valuable first. */
export const listUserCollections = defineEndpoint({
  id: 'list-user-collections',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/collections/:wallet',
  summary: 'Collections a wallet holds',
  tag: 'Portfolio',
  params: z.strictObject({ wallet: addressInput }),
  query: z.strictObject({
    ...pageQuery(50, 100),
    type: z.enum(['listed', 'none']).default('none').describe('listed: only where the wallet has something for sale'),
    search: z.string().trim().max(100).optional(),
    spam: spamChoice,
  }),
  body: noBody,
  response: pageOf(portfolioCollection),
  errors: ['invalid-cursor'],
  example: { params: { wallet: EXAMPLE.owner }, query: { page: 1, take: 50, type: 'none' } },
})

/** The same as `list-user-collections`, with everything in the body. */
export const listMyCollections = defineEndpoint({
  id: 'list-my-collections',
  bases: ['main', 'data'],
  method: 'POST',
  path: '/collection/myCollections',
  summary: 'Collections a wallet holds',
  tag: 'Portfolio',
  params: emptyObject,
  query: emptyObject,
  body: z.strictObject({
    walletAddress: addressInput,
    page: z.number().int().min(1).max(1000).default(1),
    limit: z.number().int().min(1).max(100).default(50),
    cursor: cursor.optional(),
    type: z.enum(['listed', 'none']).default('none'),
    search: z.string().trim().max(100).optional(),
  }),
  response: pageOf(portfolioCollection),
  errors: ['invalid-cursor'],
  example: { body: { walletAddress: EXAMPLE.owner } },
})

/** The collections a wallet holds whose name holds the text. */
export const searchMyCollections = defineEndpoint({
  id: 'search-my-collections',
  bases: ['main', 'data'],
  method: 'POST',
  path: '/collection/myCollections/search/:text',
  summary: 'Search the collections a wallet holds',
  tag: 'Portfolio',
  params: z.strictObject({ text: z.string().trim().min(1).max(100) }),
  query: z.strictObject({ ...pageQuery(50, 100), walletAddress: addressInput }),
  body: emptyObject.nullish(),
  response: pageOf(portfolioCollection),
  errors: ['invalid-cursor'],
  example: { params: { text: 'onk' }, query: { walletAddress: EXAMPLE.owner } },
})

/** A wallet's holdings of some collections; those it holds nothing of are absent. */
export const listUserCollectionDetails = defineEndpoint({
  id: 'list-user-collection-details',
  bases: ['data', 'main'],
  method: 'POST',
  path: '/user/collections/details/:wallet',
  summary: 'What a wallet holds of some collections',
  tag: 'Portfolio',
  params: z.strictObject({ wallet: addressInput }),
  query: emptyObject,
  body: z.strictObject({ collectionIds: z.array(addressInput).min(1).max(100) }),
  response: z.object({ data: z.array(portfolioCollection) }),
  errors: [],
  example: { params: { wallet: EXAMPLE.owner }, body: { collectionIds: [EXAMPLE.collectionId] } },
})

/** Ids of the collections of which a wallet has something for sale, most valuable first, at most 1,000. */
export const listMyListedCollections = defineEndpoint({
  id: 'list-my-listed-collections',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/collection/mycollectionIds/listed/:wallet',
  summary: 'Collections of which a wallet has listings',
  tag: 'Portfolio',
  params: z.strictObject({ wallet: addressInput }),
  query: emptyObject,
  body: noBody,
  response: z.object({ data: z.array(address) }),
  errors: [],
  example: { params: { wallet: EXAMPLE.owner } },
})

/**
 * Numbers of a wallet's listings by marketplace.
 * @source docs/product/portfolio-and-pnl.md#listings-by-marketplace
 */
export const countUserListings = defineEndpoint({
  id: 'count-user-listings',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/tokens/listed/:wallet/count',
  summary: "A wallet's listings by marketplace",
  tag: 'Portfolio',
  params: z.strictObject({ wallet: addressInput }),
  query: emptyObject,
  body: noBody,
  response: z.object({ data: z.array(z.object({ marketplace: marketplaceId, listedCount: z.number().int() })) }),
  errors: [],
  failure: { value: { data: [] } },
  example: { params: { wallet: EXAMPLE.owner } },
})
