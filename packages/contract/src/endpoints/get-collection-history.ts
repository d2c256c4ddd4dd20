import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { micros, noBody, octas } from '../shapes/scalars.ts'

/** How far back, and in which steps, a collection's past is shown. */
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
