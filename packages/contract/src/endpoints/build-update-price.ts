import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput, marketplaceId, octasInput } from '../shapes/scalars.ts'
import { signer, TRADE_CALL, tradeItems } from '../shapes/trade-call.ts'

/** Builds the unsigned transaction that gives listings a new price, on the marketplaces where they are. */
export const buildUpdatePrice = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-update-price',
  path: '/collection/nfts/update-price',
  summary: 'Payload that changes the price of listings',
  body: z.strictObject({
    walletAddress: signer,
    items: tradeItems({
      tokenDataId: addressInput,
      price: octasInput.describe('Octas; at least 100000 (0.001 APT)'),
      marketplace: marketplaceId.optional(),
      listingId: z.string().max(200).optional().describe('Default: the cheapest open listing of this wallet'),
    }),
  }),
  errors: [],
  example: {
    body: { walletAddress: EXAMPLE.owner, items: [{ tokenDataId: EXAMPLE.listedTokenDataId, price: '250000000' }] },
  },
})
