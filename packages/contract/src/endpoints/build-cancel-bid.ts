import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput, marketplaceId, nothing } from '../shapes/scalars.ts'
import { MAX_TRADE_ITEMS, tradeAnswer } from '../shapes/trade.ts'

/** Builds the unsigned transaction that cancels own bids at any marketplaces, run-out ones included, and unlocks what they held. */
export const buildCancelBid = defineEndpoint({
  id: 'build-cancel-bid',
  bases: ['main', 'data'],
  method: 'POST',
  path: '/collection/bid/cancel',
  summary: 'Payload that cancels bids',
  tag: 'Trade',
  params: nothing,
  query: nothing,
  body: z.strictObject({
    walletAddress: addressInput.describe('Who will sign'),
    items: z
      .array(
        z.strictObject({
          marketplace: marketplaceId,
          offerId: z.string().min(1).max(200),
          tokenBid: z.boolean().optional().describe('Which is meant where an id names a bid of either kind'),
        }),
      )
      .min(1)
      .max(MAX_TRADE_ITEMS),
  }),
  response: tradeAnswer,
  errors: [],
  example: {
    body: { walletAddress: EXAMPLE.buyer, items: [{ marketplace: 'opal', offerId: `0x${'4'.repeat(64)}` }] },
  },
})
