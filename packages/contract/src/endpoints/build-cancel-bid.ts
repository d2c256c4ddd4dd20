import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { marketplaceId } from '../shapes/scalars.ts'
import { signer, TRADE_CALL, tradeItems } from '../shapes/trade-call.ts'

/** Builds the unsigned transaction that cancels own bids at any marketplaces, run-out ones included, and unlocks what they held. */
export const buildCancelBid = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-cancel-bid',
  path: '/collection/bid/cancel',
  summary: 'Payload that cancels bids',
  body: z.strictObject({
    walletAddress: signer,
    items: tradeItems({
      marketplace: marketplaceId,
      offerId: z.string().min(1).max(200),
      tokenBid: z.boolean().optional().describe('Which is meant where an id names a bid of either kind'),
    }),
  }),
  errors: [],
  example: {
    body: { walletAddress: EXAMPLE.buyer, items: [{ marketplace: 'opal', offerId: `0x${'4'.repeat(64)}` }] },
  },
})
