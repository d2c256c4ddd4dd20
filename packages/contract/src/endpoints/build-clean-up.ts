import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { marketplaceId } from '../shapes/scalars.ts'
import { orderKind } from '../shapes/stale-order.ts'
import { tradeAnswer } from '../shapes/trade.ts'
import { signer, TRADE_CALL } from '../shapes/trade-call.ts'

/** Orders that one call cleans away. */
export const MAX_CLEANED_ORDERS = 100

/**
 * Builds the unsigned transactions that take own orders back, listings and bids of any kind: one for each marketplace. Each
 * is simulated for itself, on the balance of now; orders that would make one fail are left out of it and say why.
 */
export const buildCleanUp = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-clean-up',
  path: '/user/orders/clean',
  summary: 'Payloads that take stale orders back, one for each marketplace',
  body: z.strictObject({
    walletAddress: signer,
    orders: z
      .array(z.strictObject({ kind: orderKind, marketplace: marketplaceId, orderId: z.string().min(1).max(200) }))
      .min(1)
      .max(MAX_CLEANED_ORDERS),
  }),
  response: z.object({
    /** In the order in which the marketplaces were first named. What they unlock is in `split.receivedOctas`. */
    transactions: z.array(tradeAnswer.extend({ marketplace: marketplaceId })),
  }),
  errors: [],
  example: {
    body: {
      walletAddress: EXAMPLE.buyer,
      orders: [{ kind: 'collection-offer', marketplace: 'opal', orderId: `0x${'4'.repeat(64)}` }],
    },
  },
})
