import * as z from 'zod'
import { collectionDetail } from '../collections.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { wallet } from '../names.ts'
import { EXAMPLE } from '../shapes/example-ids.ts'
import { address, addressInput, emptyObject, micros, noBody, octas, pageOf, pageQuery, u64 } from '../shapes/scalars.ts'
import { tokenStats } from '../tokens.ts'

/** A collection, and one of its tokens when it is named. */
export const getCollectionDetails = defineEndpoint({
  id: 'get-collection-details',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/collection/details/id',
  summary: 'A collection and one of its tokens',
  tag: 'Collections',
  cache: 'shared',
  params: emptyObject,
  query: z.strictObject({
    collection_id: z.string().min(1).max(200).describe('Collection id, with or without 0x, or slug'),
    token_data_id: addressInput.optional(),
  }),
  body: noBody,
  response: z.object({
    collection: collectionDetail,
    /** Null when none was asked for, or it is not one of this collection. */
    token: tokenStats.nullable(),
  }),
  errors: ['collection-not-found'],
  example: { query: { collection_id: EXAMPLE.collectionId, token_data_id: EXAMPLE.listedTokenDataId } },
})

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

/** A collection's royalty in percent; 0 when it has none. @source docs/product/api.md#zero-values */
export const getRoyalty = defineEndpoint({
  id: 'get-royalty',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/collection/royalty/:collection_id',
  summary: "A collection's royalty",
  tag: 'Collections',
  params: z.strictObject({ collection_id: z.string().min(1).max(200) }),
  query: emptyObject,
  body: noBody,
  response: z.object({ royalty: z.number().nonnegative(), payee: address.nullable() }),
  errors: ['collection-not-found'],
  failure: { value: { royalty: 0, payee: null } },
  example: { params: { collection_id: EXAMPLE.collectionId } },
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
  response: pageOf(z.object({ owner: wallet, held: u64 })).extend({
    /** Over all pages. */
    total: z.number().int(),
  }),
  errors: ['collection-not-found', 'invalid-cursor'],
  example: { params: { name: EXAMPLE.collectionId } },
})

/** Windows of a collection's history, with their steps. */
export const HISTORY_WINDOWS = {
  '1d': { hours: 24, stepHours: 1 },
  '7d': { hours: 168, stepHours: 4 },
  '30d': { hours: 720, stepHours: 24 },
  '90d': { hours: 2160, stepHours: 24 },
  '1y': { hours: 8760, stepHours: 168 },
} as const

/** Floor, listed count, owners, volume and sales of a collection over time, oldest first. */
export const getCollectionHistory = defineEndpoint({
  id: 'get-collection-history',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/collection/:id/history',
  summary: "A collection's figures over time",
  tag: 'Collections',
  cache: 'shared',
  params: z.strictObject({ id: z.string().min(1).max(200) }),
  query: z.strictObject({ window: z.enum(['1d', '7d', '30d', '90d', '1y']).default('30d') }),
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
  params: z.strictObject({ id: z.string().min(1).max(200) }),
  query: emptyObject,
  body: noBody,
  response: z.object({
    /** Youngest first; all of them, empty ones too. */
    buckets: z.array(
      z.object({
        fromDays: z.number().int(),
        /** Null for the last: without an end. */
        toDays: z.number().int().nullable(),
        tokens: u64,
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
