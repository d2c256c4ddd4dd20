import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { noBody, nothing, u64 } from '../shapes/scalars.ts'

/** Ages at which the buckets begin, in days. */
export const HOLDING_DAYS = [0, 1, 7, 30, 90, 180, 365] as const

/**
 * How long a collection's present owners have held: tokens by when each came to its wallet, owners by since when each has
 * held any without a break. A token in a listing's escrow is its seller's all the time.
 */
export const getHoldingTimes = defineEndpoint({
  id: 'get-holding-times',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/collection/:id/holding-times',
  summary: "How long a collection's owners have held",
  tag: 'Collections',
  params: z.strictObject({ id: z.string().min(1).max(200) }),
  query: nothing,
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
    /** Microseconds; half have held shorter, half longer. Null where nobody holds anything. */
    medianTokenMicros: u64.nullable(),
    medianOwnerMicros: u64.nullable(),
  }),
  errors: ['collection-not-found'],
  example: { params: { id: EXAMPLE.collectionId } },
})
