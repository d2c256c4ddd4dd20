import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput, marketplaceId, octasInput } from '../shapes/scalars.ts'
import { signer, TRADE_CALL, tradeItems } from '../shapes/trade-call.ts'

/** Builds the unsigned transaction that buys one or many listed tokens, with the price itemised. */
export const buildBuy = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-buy',
  path: '/collection/nfts/buy',
  summary: 'Payload that buys listed tokens',
  body: z.strictObject({
    walletAddress: signer,
    items: tradeItems({
      tokenDataId: addressInput,
      marketplace: marketplaceId.optional(),
      listingId: z.string().max(200).optional().describe('Default: the cheapest listing that can be bought'),
      maxPrice: octasInput.optional().describe('Refuse the item when it costs more now'),
    }),
    bestEffort: z.boolean().optional().describe('Buy what is still there instead of all or nothing'),
  }),
  errors: ['not-offered'],
  example: { body: { walletAddress: EXAMPLE.buyer, items: [{ tokenDataId: EXAMPLE.listedTokenDataId }] } },
})
