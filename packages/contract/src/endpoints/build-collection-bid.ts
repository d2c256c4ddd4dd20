import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput, expiryInput, marketplaceId, octasInput, wholeNumber } from '../shapes/scalars.ts'
import { signer, TRADE_CALL } from '../shapes/trade-call.ts'

/** Builds the unsigned transaction that bids on any token of a collection. @source spec 001, sections 5 and 7 */
export const buildCollectionBid = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-collection-bid',
  path: '/collection/bid',
  summary: 'Payload that bids on a collection',
  body: z.strictObject({
    walletAddress: signer,
    collectionId: addressInput,
    price: octasInput.describe('Octas per token; at least 100000 (0.001 APT), below the floor'),
    size: wholeNumber(1, 10_000).default(1).describe('Tokens wanted'),
    expirationTime: expiryInput,
    marketplace: marketplaceId.optional().describe('Default: the native marketplace'),
  }),
  errors: ['collection-not-found'],
  example: {
    body: {
      walletAddress: EXAMPLE.buyer,
      collectionId: EXAMPLE.collectionId,
      price: '120000000',
      size: 2,
      expirationTime: '4102444800',
    },
  },
})
