import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput, noBody, nothing } from '../shapes/scalars.ts'
import { staleOrder } from '../shapes/stale-order.ts'

/** Stale orders that are answered at once; the most dangerous come first. */
export const MAX_STALE_ORDERS = 200

/**
 * A wallet's own open orders, on every marketplace, that went stale or became dangerous: run out, on a closed marketplace,
 * without their token, far below the floor or a bid, above what others ask, or forgotten.
 */
export const listStaleOrders = defineEndpoint({
  id: 'list-stale-orders',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/orders/stale/:wallet',
  summary: "A wallet's stale and dangerous orders",
  tag: 'Portfolio',
  params: z.strictObject({ wallet: addressInput }),
  query: nothing,
  body: noBody,
  response: z.object({
    data: z.array(staleOrder).max(MAX_STALE_ORDERS),
    /** All that were found; more than `data` when those were cut off. */
    total: z.number().int(),
    /** Open orders that were looked at. */
    checked: z.number().int(),
    /** There are more open orders than are looked at in one call: clean up and ask again. */
    hasMore: z.boolean(),
  }),
  errors: [],
  example: { params: { wallet: EXAMPLE.owner } },
})
