import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput, marketplaceId, nothing, octasInput } from '../shapes/scalars.ts'
import { MAX_TRADE_ITEMS, tradeAnswer } from '../shapes/trade.ts'

/** Builds the unsigned transaction that buys one or many listed tokens, with the price itemised. */
export const buildBuy = defineEndpoint({
  id: 'build-buy',
  bases: ['main', 'data'],
  method: 'POST',
  path: '/collection/nfts/buy',
  summary: 'Payload that buys listed tokens',
  tag: 'Trade',
  params: nothing,
  query: nothing,
  body: z.strictObject({
    walletAddress: addressInput.describe('Who will sign'),
    items: z
      .array(
        z.strictObject({
          tokenDataId: addressInput,
          marketplace: marketplaceId.optional(),
          listingId: z.string().max(200).optional().describe('Default: the cheapest listing that can be bought'),
          maxPrice: octasInput.optional().describe('Refuse the item when it costs more now'),
        }),
      )
      .min(1)
      .max(MAX_TRADE_ITEMS),
    bestEffort: z.boolean().optional().describe('Buy what is still there instead of all or nothing'),
  }),
  response: tradeAnswer,
  errors: ['not-offered'],
  example: { body: { walletAddress: EXAMPLE.buyer, items: [{ tokenDataId: EXAMPLE.listedTokenDataId }] } },
})
