import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput, marketplaceId, octasInput } from '../shapes/scalars.ts'
import { signer, TRADE_CALL, tradeItems } from '../shapes/trade-call.ts'

/**
 * Builds the unsigned transaction that moves listings, wherever they are, to the native marketplace at new prices.
 * @source spec 001, section 2 "Loyalty radar dialog" and section 7 "Relist tokens"
 */
export const buildRelist = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-relist',
  path: '/collection/nfts/relist',
  summary: 'Payload that moves listings to the native marketplace',
  body: z.strictObject({
    walletAddress: signer,
    items: tradeItems({
      tokenDataId: addressInput,
      price: octasInput.describe('New price in octas; at least 100000 (0.001 APT)'),
      marketplace: marketplaceId.optional().describe('Where it is listed now'),
      listingId: z.string().max(200).optional().describe('Default: the cheapest open listing of this wallet'),
    }),
  }),
  errors: [],
  example: {
    body: { walletAddress: EXAMPLE.owner, items: [{ tokenDataId: EXAMPLE.listedTokenDataId, price: '250000000' }] },
  },
})
