import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput, marketplaceId, octasInput } from '../shapes/scalars.ts'
import { signer, TRADE_CALL, tradeItems } from '../shapes/trade-call.ts'

/** Smallest price something may be listed or bid at. @source spec 001, section 9 "Minimum relist price and minimum offer: 0.001 APT" */
export const MIN_PRICE_OCTAS = 100_000n

/** Builds the unsigned transaction that lists tokens at a price. Nothing is signed or stored. */
export const buildList = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-list',
  path: '/collection/nfts/list',
  summary: 'Payload that lists tokens',
  body: z.strictObject({
    walletAddress: signer,
    items: tradeItems({
      tokenDataId: addressInput,
      price: octasInput.describe('Octas; at least 100000 (0.001 APT)'),
      marketplace: marketplaceId.optional().describe('Default: the native marketplace'),
    }),
  }),
  errors: ['not-offered'],
  example: {
    body: { walletAddress: EXAMPLE.owner, items: [{ tokenDataId: EXAMPLE.tokenDataId, price: '150000000' }] },
  },
})
