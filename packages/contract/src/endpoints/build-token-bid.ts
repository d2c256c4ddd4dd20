import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput, expiryInput, marketplaceId, octasInput } from '../shapes/scalars.ts'
import { signer, TRADE_CALL } from '../shapes/trade-call.ts'

/** Builds the unsigned transaction that bids on one token. @source spec 001, sections 5 and 7 */
export const buildTokenBid = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-token-bid',
  path: '/collection/bid/nft',
  summary: 'Payload that bids on a token',
  body: z.strictObject({
    walletAddress: signer,
    tokenDataId: addressInput,
    price: octasInput.describe('Octas; at least 100000 (0.001 APT), below the floor'),
    aboveFloor: z.boolean().default(false).describe('Lets the price be at or above the floor, for rare tokens'),
    expirationTime: expiryInput,
    marketplace: marketplaceId.optional().describe('Default: the native marketplace'),
  }),
  errors: ['token-not-found'],
  example: {
    body: {
      walletAddress: EXAMPLE.buyer,
      tokenDataId: EXAMPLE.listedTokenDataId,
      price: '120000000',
      expirationTime: '4102444800',
    },
  },
})
