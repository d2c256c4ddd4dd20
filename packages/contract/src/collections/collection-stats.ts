import * as z from 'zod'
import { HISTORY_WINDOWS } from '../constants/windows.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { wallet } from '../names.ts'
import { EXAMPLE } from '../shapes/example-ids.ts'
import {
  address,
  addressInput,
  collectionRef,
  emptyObject,
  itemCount,
  micros,
  noBody,
  octas,
  pageOf,
  pageQuery,
  u64,
} from '../shapes/scalars.ts'

/** Supply and number of owners of some collections; unknown ones are left out. */
export const listSupplies = defineEndpoint({
  id: 'list-supplies',
  bases: ['aggregator'],
  method: 'POST',
  path: '/collection/supply-and-holders',
  summary: 'Supply and owners of collections',
  tag: 'Collections',
  params: emptyObject,
  query: emptyObject,
  body: z.strictObject({ collectionIds: z.array(addressInput).min(1).max(100) }),
  response: z.object({
    data: z.array(z.object({ collectionId: address, supply: z.number().int(), holders: z.number().int() })),
  }),
  errors: [],
  failure: { value: { data: [] } },
  example: { body: { collectionIds: [EXAMPLE.collectionId] } },
})

/** Owners of a collection's tokens, most tokens first; a token in a listing's escrow belongs to its seller. */
export const listCollectionOwners = defineEndpoint({
  id: 'list-collection-owners',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/collection/owners/:name',
  summary: "A collection's owners",
  tag: 'Collections',
  cache: 'shared',
  params: z.strictObject({ name: z.string().min(1).max(200).describe('Slug, collection id, or exact name') }),
  query: z.strictObject(pageQuery(50, 100)),
  body: noBody,
  response: pageOf(z.object({ owner: wallet, held: itemCount })).extend({
    /** Over all pages. */
    total: z.number().int(),
  }),
  errors: ['collection-not-found', 'invalid-cursor'],
  example: { params: { name: EXAMPLE.collectionId } },
})

/** Floor, listed count, owners, volume and sales of a collection over time, oldest first. */
export const getCollectionHistory = defineEndpoint({
  id: 'get-collection-history',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/collection/:id/history',
  summary: "A collection's stats over time",
  tag: 'Collections',
  cache: 'shared',
  params: z.strictObject({ id: collectionRef }),
  query: z.strictObject({ window: z.enum(HISTORY_WINDOWS).default('30d') }),
  body: noBody,
  response: z.object({
    stepHours: z.number().int(),
    data: z.array(
      z.object({
        /** Start of the step. */
        atMicros: micros,
        /** At its end; null while nothing was for sale. */
        floorPrice: octas.nullable(),
        listedCount: z.number().int(),
        ownerCount: z.number().int(),
        /** Within it. */
        volume: octas,
        sales: z.number().int(),
        /** The same without trades of a wallet with itself or with one it funded directly. */
        volumeWithoutWash: octas,
        salesWithoutWash: z.number().int(),
      }),
    ),
  }),
  errors: ['collection-not-found'],
  example: { params: { id: EXAMPLE.collectionId }, query: { window: '7d' } },
})

/** Ages at which the buckets begin, in days. */
export const HOLDING_DAYS = [0, 1, 7, 30, 90, 180, 365] as const

/**
 * Holding times of a collection's present owners: tokens by when each came to its wallet, owners by how long each
 * has held any without a break. A token in a listing's escrow is its seller's all the time.
 */
export const getHoldingTimes = defineEndpoint({
  id: 'get-holding-times',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/collection/:id/holding-times',
  summary: "How long a collection's owners have held",
  tag: 'Collections',
  params: z.strictObject({ id: collectionRef }),
  query: emptyObject,
  body: noBody,
  response: z.object({
    /** Youngest first; all of them, empty ones too. */
    buckets: z.array(
      z.object({
        fromDays: z.number().int(),
        /** Null for the last: without an end. */
        toDays: z.number().int().nullable(),
        tokens: itemCount,
        owners: u64,
      }),
    ),
    /** Microseconds; half have held shorter, half longer. Null without holders. */
    medianTokenMicros: u64.nullable(),
    medianOwnerMicros: u64.nullable(),
  }),
  errors: ['collection-not-found'],
  example: { params: { id: EXAMPLE.collectionId } },
})

/** The whole market in a few numbers. @source docs/product/collections.md#market-totals */
export const getMarketTotals = defineEndpoint({
  id: 'get-market-totals',
  bases: ['aggregator'],
  method: 'GET',
  path: '/market/totals',
  summary: 'The whole market: collections, listings, sales and volume of a day',
  tag: 'Collections',
  cache: 'shared',
  params: emptyObject,
  query: emptyObject,
  body: noBody,
  response: z.object({
    /** Collections of which something is listed. */
    collectionCount: z.number().int(),
    /** Listings that can be bought now. */
    listedCount: z.number().int(),
    /** Volume of the last 24 hours without wash trades. */
    oneDayVolume: octas,
    oneDaySales: z.number().int(),
  }),
  errors: [],
  example: {},
})
export type MarketTotals = z.output<typeof getMarketTotals.response>
