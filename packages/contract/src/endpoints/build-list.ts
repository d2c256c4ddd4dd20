import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput, marketplaceId, nothing, octasInput } from '../shapes/scalars.ts'
import { MAX_TRADE_ITEMS, tradeAnswer } from '../shapes/trade.ts'

/** Smallest price something may be listed or bid at. @source spec, section 9 "Minimum relist price and minimum offer: 0.001 APT" */
export const MIN_PRICE_OCTAS = 100_000n

/** Builds the unsigned transaction that lists tokens at a price. Nothing is signed or stored. */
export const buildList = defineEndpoint({
  id: 'build-list',
  bases: ['main', 'data'],
  method: 'POST',
  path: '/collection/nfts/list',
  summary: 'Payload that lists tokens',
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
          marketplace: marketplaceId.optional().describe('Default: the native marketplace'),
        }),
      )
      .min(1)
      .max(MAX_TRADE_ITEMS),
  }),
  response: tradeAnswer,
  errors: ['not-offered'],
  example: {
    body: { walletAddress: EXAMPLE.owner, items: [{ tokenDataId: EXAMPLE.tokenDataId, price: '150000000' }] },
  },
})
