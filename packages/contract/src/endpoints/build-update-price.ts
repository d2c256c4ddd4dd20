import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput, marketplaceId, nothing, octasInput } from '../shapes/scalars.ts'
import { MAX_TRADE_ITEMS, tradeAnswer } from '../shapes/trade.ts'

/** Builds the unsigned transaction that gives listings a new price, on the marketplaces where they are. */
export const buildUpdatePrice = defineEndpoint({
  id: 'build-update-price',
  bases: ['main', 'data'],
  method: 'POST',
  path: '/collection/nfts/update-price',
  summary: 'Payload that changes the price of listings',
  tag: 'Trade',
  params: nothing,
  query: nothing,
  body: z.strictObject({
    walletAddress: addressInput.describe('Who will sign'),
    items: z
      .array(
        z.strictObject({
          tokenDataId: addressInput,
          price: octasInput.describe('Octas; at least 100000 (0.001 APT)'),
          marketplace: marketplaceId.optional(),
          listingId: z.string().max(200).optional().describe('Default: the cheapest open listing of this wallet'),
        }),
      )
      .min(1)
      .max(MAX_TRADE_ITEMS),
  }),
  response: tradeAnswer,
  errors: [],
  example: {
    body: { walletAddress: EXAMPLE.owner, items: [{ tokenDataId: EXAMPLE.listedTokenDataId, price: '250000000' }] },
  },
})
