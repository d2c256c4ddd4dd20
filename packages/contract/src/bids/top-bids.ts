import * as z from 'zod'
import { defineEndpoint } from '../http/endpoint.ts'
import { EXAMPLE } from '../shapes/example-ids.ts'
import {
  address,
  addressInput,
  collectionRef,
  emptyObject,
  marketplaceId,
  micros,
  noBody,
  octas,
  queryInteger,
  setHash,
  tokenDataIdsInput,
  u64,
} from '../shapes/scalars.ts'
import { setCondition } from '../token-sets.ts'

/** A live offer on any token of a collection. @source docs/product/bids.md#best-collection-offer */
const collectionTopBid = z.object({
  collectionId: address,
  price: octas,
  offerId: z.string(),
  /** Items that can be sold into it now. */
  remainingTokenAmount: u64,
  /** The bidder's pool pays it: it holds no money. */
  isPooled: z.boolean(),
  marketplace: marketplaceId,
  /** Package of the marketplace. */
  contractAddress: address,
  buyer: address,
  expiresAtSeconds: u64.nullable(),
})
export type CollectionTopBid = z.output<typeof collectionTopBid>

/** The best live offer on one token: for it alone, or for a set that it is in. */
export const tokenTopBid = z.object({
  tokenDataId: address,
  /** Octas; null without such an offer. */
  topBid: octas.nullable(),
  offerId: z.string().nullable(),
  marketplace: marketplaceId.nullable(),
  buyer: address.nullable(),
})
export type TokenTopBid = z.output<typeof tokenTopBid>

/**
 * The best live offer on any token of a collection; null when there is none.
 * @source docs/product/bids.md#bids-of-others
 */
export const getCollectionTopBid = defineEndpoint({
  id: 'get-collection-top-bid',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/collection/biddings/top/:collectionId',
  summary: "A collection's best bid",
  tag: 'Bids',
  params: z.strictObject({ collectionId: collectionRef }),
  query: z.strictObject({ walletAddress: addressInput.optional().describe('Whose own offers are left out') }),
  body: noBody,
  response: collectionTopBid.nullable(),
  errors: ['collection-not-found'],
  failure: { value: null },
  example: { params: { collectionId: EXAMPLE.collectionId } },
})

/** The same as `get-collection-top-bid`, under the collection. */
export const getTopBidOfCollection = defineEndpoint({
  id: 'get-top-bid-of-collection',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/collection/:id/biddings/top',
  summary: "A collection's best bid that is not the wallet's own",
  tag: 'Bids',
  params: z.strictObject({ id: collectionRef }),
  query: z.strictObject({ walletAddress: addressInput.optional().describe('Whose own offers are left out') }),
  body: noBody,
  response: collectionTopBid.nullable(),
  errors: ['collection-not-found'],
  failure: { value: null },
  example: { params: { id: EXAMPLE.collectionId }, query: { walletAddress: EXAMPLE.owner } },
})

/** The best live offers on a collection, one by one, for selling several tokens together. */
export const listCollectionTopBids = defineEndpoint({
  id: 'list-collection-top-bids',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/collection/biddings/top/multiple/:collectionId',
  summary: "A collection's best bids",
  tag: 'Bids',
  cache: 'shared',
  params: z.strictObject({ collectionId: collectionRef }),
  query: z.strictObject({
    walletAddress: addressInput.optional().describe('Whose own offers are left out'),
    take: queryInteger(1, 100, 50),
  }),
  body: noBody,
  response: z.object({ data: z.array(collectionTopBid) }),
  errors: ['collection-not-found'],
  failure: { value: { data: [] } },
  example: { params: { collectionId: EXAMPLE.collectionId } },
})

/** A live offer on a set of a collection's tokens. */
export const setBid = z.object({
  collectionId: address,
  /** See `get-token-set`. */
  setRoot: setHash,
  /** Tokens in the set. */
  size: z.number().int(),
  condition: setCondition,
  price: octas,
  offerId: z.string(),
  /** Items that can be sold into it now. */
  remainingTokenAmount: u64,
  marketplace: marketplaceId,
  buyer: address,
  expiresAtSeconds: u64.nullable(),
  placedAtMicros: micros,
})
export type SetBid = z.output<typeof setBid>

/** A live offer on a set that a token is in. */
const setBidOnToken = setBid.extend({
  /** Whether the token still fits the condition of the set; null without one. It can be sold into the offer all the same. */
  fits: z.boolean().nullable(),
})
export type SetBidOnToken = z.output<typeof setBidOnToken>

/**
 * The best live offers on announced sets of a collection's tokens, best first: into others nobody could sell.
 * @source docs/product/bids.md#bids-on-sets
 */
export const listSetBids = defineEndpoint({
  id: 'list-set-bids',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/collection/biddings/sets/:collectionId',
  summary: "Bids on sets of a collection's tokens",
  tag: 'Bids',
  cache: 'shared',
  params: z.strictObject({ collectionId: collectionRef }),
  query: z.strictObject({ take: queryInteger(1, 100, 50) }),
  body: noBody,
  response: z.object({ data: z.array(setBid) }),
  errors: ['collection-not-found'],
  failure: { value: { data: [] } },
  example: { params: { collectionId: EXAMPLE.collectionId } },
})

/** The best live offers on sets that one token is in, best first. @source docs/product/bids.md#bids-on-sets */
export const listSetBidsOnToken = defineEndpoint({
  id: 'list-set-bids-on-token',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/collection/biddings/tokens/sets/:tokenDataId',
  summary: 'Bids on sets that a token is in',
  tag: 'Bids',
  cache: 'shared',
  params: z.strictObject({ tokenDataId: addressInput }),
  query: emptyObject,
  body: noBody,
  response: z.object({ data: z.array(setBidOnToken) }),
  errors: [],
  failure: { value: { data: [] } },
  example: { params: { tokenDataId: EXAMPLE.tokenDataId } },
})

/**
 * The best live offer on one token.
 * @source docs/product/bids.md#bids-of-others
 */
export const getTokenTopBid = defineEndpoint({
  id: 'get-token-top-bid',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/collection/biddings/tokens/top/:tokenDataId',
  summary: 'Best bid of a token',
  tag: 'Bids',
  params: z.strictObject({ tokenDataId: addressInput }),
  query: z.strictObject({ walletAddress: addressInput.optional().describe('Whose own offers are left out') }),
  body: noBody,
  response: tokenTopBid,
  errors: [],
  failure: { value: null },
  example: { params: { tokenDataId: EXAMPLE.tokenDataId } },
})

/**
 * The best live offer on each of some tokens, in the order asked for.
 * @source docs/product/bids.md#bids-of-others, docs/product/api.md#zero-values
 */
export const listTokenTopBids = defineEndpoint({
  id: 'list-token-top-bids',
  bases: ['data', 'main'],
  method: 'POST',
  path: '/collection/biddings/tokens/top',
  summary: 'Best bids of some tokens',
  tag: 'Bids',
  cache: 'shared',
  params: emptyObject,
  query: z.strictObject({ walletAddress: addressInput.optional().describe('Whose own offers are left out') }),
  body: tokenDataIdsInput,
  response: z.object({ data: z.array(tokenTopBid) }),
  errors: [],
  failure: { value: null },
  example: { body: [EXAMPLE.tokenDataId, EXAMPLE.listedTokenDataId] },
})
