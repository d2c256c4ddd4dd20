import * as z from 'zod'
import { defineEndpoint } from '../http/endpoint.ts'
import { spamChoice } from '../portfolio.ts'
import { EXAMPLE } from '../shapes/example-ids.ts'
import {
  address,
  addressInput,
  cursor,
  emptyObject,
  itemCount,
  noBody,
  octas,
  pageOf,
  pageQuery,
  u64,
} from '../shapes/scalars.ts'

/**
 * A wallet's holding of one collection.
 * @source docs/product/portfolio-and-pnl.md#portfolio-collection
 */
const portfolioCollection = z.object({
  collectionId: address,
  name: z.string(),
  image: z.string().nullable(),
  isVerified: z.boolean(),
  slug: z.string(),
  tokenStandard: z.enum(['v1', 'v2']),
  floorPrice: octas.nullable(),
  /** Version at which the listing at the floor was placed or last changed, the oldest of several. */
  floorVersion: u64.nullable(),
  topBid: octas.nullable(),
  /** Tokens of the wallet that are for sale. */
  listed: u64,
  /** The lowest price at which one of the wallet's can be bought. */
  ownFloor: octas.nullable(),
  /** Estimate of all of them; 0 without a market. @source docs/product/portfolio-and-pnl.md#estimate */
  value: octas,
  tokenCount: itemCount,
  /**
   * Whether it is shown apart: unverified, and flagged by the operator or sent by others without ever having been
   * traded.
   */
  isSpam: z.boolean(),
})
export type PortfolioCollection = z.output<typeof portfolioCollection>

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
