import * as z from 'zod'
import { defineEndpoint } from './http/endpoint.ts'
import { EXAMPLE, EXAMPLE_ATTRIBUTES } from './shapes/example-ids.ts'
import {
  address,
  addressInput,
  collectionRef,
  emptyObject,
  itemCount,
  limitQuery,
  marketplaceId,
  noBody,
  octas,
  octasInput,
  pageOf,
  pageQuery,
  queryInteger,
  setHash,
  u64,
} from './shapes/scalars.ts'
import { setCondition } from './token-sets.ts'
import { tokenConditionQuery } from './tokens/token-filter.ts'

/** All live collection offers at one price. @source docs/product/bids.md#bid-levels */
const bidLevel = z.object({
  /** The price: unique within a ladder. */
  id: z.string(),
  price: octas,
  /** Items that can be sold at this price: of bids that a pool pays as many as it pays once the same bidder's better bids are filled. */
  size: itemCount,
  bidders: z.number().int(),
  /** Bidders, at most twenty. */
  buyers: z.array(address),
  /** price x size */
  totalPrice: octas,
})
export type BidLevel = z.output<typeof bidLevel>

/** One open offer as a portfolio shows it. @source docs/product/bids.md#bid */
const bidItem = z.object({
  /** Name of the token, or of the collection without one. */
  name: z.string(),
  image: z.string().nullable(),
  collectionId: address.nullable(),
  collectionName: z.string().nullable(),
  collectionImage: z.string().nullable(),
  tokenDataId: address.nullable(),
  /** The wanted edition of a v1 token, "0" for other tokens; null for a bid on several tokens of the collection. */
  propertyVersion: u64.nullable(),
  tokenStandard: z.enum(['v1', 'v2']).nullable(),
  /** Octas per token. */
  bidPrice: octas,
  floorPrice: octas.nullable(),
  /** Tokens it still wants. */
  total: u64,
  /** Tokens that can be sold into it now: fewer where the bidder's pool pays for fewer. */
  fillable: u64,
  /** The bidder's pool pays it: it holds no money. */
  isPooled: z.boolean(),
  /** Root of the set of wanted tokens, see `get-token-set`; null for any of the collection. */
  setRoot: setHash.nullable(),
  /** Tokens in the set; null without a set, and where its list was not announced. */
  setSize: z.number().int().nullable(),
  setCondition,
  /** Chain time, microseconds. */
  date: u64,
  /** Package of the marketplace. */
  programId: address,
  marketplace: marketplaceId,
  offerId: z.string(),
  buyer: address,
  /** The bidder's primary `.apt` name; null when it has none. */
  buyerName: z.string().nullable(),
  /** For one token, not for any of a collection. */
  tokenBid: z.boolean(),
  /** Unix seconds; null when it does not expire. */
  expirationTime: u64.nullable(),
  expired: z.boolean(),
  executable: z.enum(['True', 'Expired']),
  /**
   * Octas that the wallet receives for one token sold into it, after the marketplace's fee and the royalty; null
   * for its own offers.
   */
  netOctas: octas.nullable(),
})
export type BidItem = z.output<typeof bidItem>

/** The ladder of a collection's live offers, best price first. */
export const listCollectionBids = defineEndpoint({
  id: 'list-collection-bids',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/collection/biddings/:slug',
  summary: "A collection's bids by price, found by slug or id",
  tag: 'Bids',
  cache: 'shared',
  params: z.strictObject({ slug: collectionRef }),
  query: z.strictObject(pageQuery(50, 100)),
  body: noBody,
  response: pageOf(bidLevel),
  errors: ['collection-not-found', 'invalid-cursor'],
  failure: { value: { data: [], nextCursor: null } },
  example: { params: { slug: EXAMPLE.collectionId }, query: { page: 1, take: 50 } },
})

/** The same ladder as `list-collection-bids`, under the collection. */
export const listBidsOfCollection = defineEndpoint({
  id: 'list-bids-of-collection',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/collection/:id/biddings',
  summary: "A collection's bids by price",
  tag: 'Bids',
  params: z.strictObject({ id: collectionRef }),
  query: z.strictObject(pageQuery(50, 100)),
  body: noBody,
  response: pageOf(bidLevel),
  errors: ['collection-not-found', 'invalid-cursor'],
  failure: { value: { data: [], nextCursor: null } },
  example: { params: { id: EXAMPLE.collectionId } },
})

/**
 * The ladder of live offers on sets that hold every token that fits a condition, such as a value of a trait: every owner of such a token can sell
 * it into each of them. Offers on any token of the collection are not among them.
 */
export const listSetBidLevels = defineEndpoint({
  id: 'list-set-bid-levels',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/collection/biddings/set-levels/:collectionId',
  summary: 'Bids by price on every token that fits a condition',
  tag: 'Bids',
  cache: 'shared',
  params: z.strictObject({ collectionId: collectionRef }),
  query: z.strictObject({ ...tokenConditionQuery, take: queryInteger(1, 100, 50) }),
  body: noBody,
  response: z.object({
    data: z.array(bidLevel),
    /** There are more levels, and perhaps more bids at the last one. */
    hasMore: z.boolean(),
  }),
  errors: ['collection-not-found', 'collection-too-large'],
  failure: { value: { data: [], hasMore: false } },
  example: { params: { collectionId: EXAMPLE.collectionId }, query: { attributes: EXAMPLE_ATTRIBUTES } },
})

/** Sales of the last days that a bid on every token that fits a condition would have made: at its price or less. Wash trades do not count. */
export const getFillHistory = defineEndpoint({
  id: 'get-fill-history',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/collection/biddings/fills/:collectionId',
  summary: 'How many sales a bid would have made lately',
  tag: 'Bids',
  cache: 'shared',
  params: z.strictObject({ collectionId: collectionRef }),
  query: z.strictObject({
    ...tokenConditionQuery,
    price: octasInput,
    days: queryInteger(1, 30, 7),
  }),
  body: noBody,
  response: z.object({ days: z.number().int(), sales: z.number().int() }),
  errors: ['collection-not-found', 'collection-too-large'],
  example: {
    params: { collectionId: EXAMPLE.collectionId },
    query: { attributes: EXAMPLE_ATTRIBUTES, price: '150000000' },
  },
})

const userBidsSort = z
  .enum(['date', 'price', 'net'])
  .default('date')
  .describe('Newest first, best price first, or highest net after fee and royalty first')

/** Open offers a wallet made, run-out ones included, or live ones it could take with what it holds. */
export const listUserBids = defineEndpoint({
  id: 'list-user-bids',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/biddings/:wallet',
  summary: "A wallet's offers, made or received",
  tag: 'Portfolio',
  params: z.strictObject({ wallet: addressInput }),
  query: z.strictObject({
    ...pageQuery(50, 100),
    walletAddress: addressInput.optional().describe('The same as in the path'),
    collectionId: addressInput.optional(),
    type: z.enum(['made', 'received']).default('made'),
    sortBy: userBidsSort,
  }),
  body: noBody,
  response: pageOf(bidItem),
  errors: ['invalid-cursor'],
  failure: { value: { data: [], nextCursor: null } },
  example: { params: { wallet: EXAMPLE.buyer }, query: { page: 1, take: 50 } },
})

/** The same as `list-user-bids`, with the wallet in the query. */
export const listMyBids = defineEndpoint({
  id: 'list-my-bids',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/collection/myBiddings',
  summary: "A wallet's offers, made or received",
  tag: 'Portfolio',
  params: emptyObject,
  query: z.strictObject({
    walletAddress: addressInput,
    collectionId: addressInput.optional(),
    ...limitQuery,
    type: z.enum(['made', 'received']).default('made'),
    sortBy: userBidsSort,
  }),
  body: noBody,
  response: pageOf(bidItem),
  errors: ['invalid-cursor'],
  failure: { value: { data: [], nextCursor: null } },
  example: { query: { walletAddress: EXAMPLE.buyer } },
})

/**
 * Octas that all live offers on a collection and its tokens would pay.
 * @source docs/product/bids.md#locked-value
 */
export const getCollectionLockedValue = defineEndpoint({
  id: 'get-collection-locked-value',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/collection/biddings/total-locked/:collectionId',
  summary: 'Octas offered in a collection',
  tag: 'Bids',
  params: z.strictObject({ collectionId: collectionRef }),
  query: emptyObject,
  body: noBody,
  response: z.object({ totalValueLocked: octas }),
  errors: ['collection-not-found'],
  failure: { value: { totalValueLocked: '0' } },
  example: { params: { collectionId: EXAMPLE.collectionId } },
})

/** Octas that a wallet's live offers would pay. @source docs/product/bids.md#locked-value */
export const getUserLockedValue = defineEndpoint({
  id: 'get-user-locked-value',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/biddings/total-locked/:wallet',
  summary: "Octas in a wallet's offers",
  tag: 'Portfolio',
  params: z.strictObject({ wallet: addressInput }),
  query: z.strictObject({ collectionId: addressInput.optional() }),
  body: noBody,
  response: z.object({ totalValueLocked: octas }),
  errors: [],
  failure: { value: { totalValueLocked: '0' } },
  example: { params: { wallet: EXAMPLE.buyer } },
})
