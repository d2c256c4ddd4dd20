import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput, marketplaceId, nothing } from '../shapes/scalars.ts'
import { MAX_TRADE_ITEMS, tradeAnswer } from '../shapes/trade.ts'

/** Builds the unsigned transaction that takes listings back. */
export const buildDelist = defineEndpoint({
  id: 'build-delist',
  bases: ['main', 'data'],
  method: 'POST',
  path: '/collection/nfts/delist',
  summary: 'Payload that takes listings back',
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
          listingId: z.string().max(200).optional().describe('Default: the cheapest open listing of this wallet'),
        }),
      )
      .min(1)
      .max(MAX_TRADE_ITEMS),
  }),
  response: tradeAnswer,
  errors: ['not-offered'],
  example: { body: { walletAddress: EXAMPLE.owner, items: [{ tokenDataId: EXAMPLE.listedTokenDataId }] } },
})
