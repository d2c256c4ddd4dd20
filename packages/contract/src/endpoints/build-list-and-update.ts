import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput, marketplaceId, octasInput } from '../shapes/scalars.ts'
import { signer, TRADE_CALL, tradeItems } from '../shapes/trade-call.ts'

/**
 * Builds the unsigned transaction that puts a price on each token: what the wallet has listed gets it where it is, what it
 * has not is listed. @source spec 001, section 7 "list and update fixed price"
 */
export const buildListAndUpdate = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-list-and-update',
  path: '/collection/nfts/list-and-update',
  summary: 'Payload that lists tokens and changes the price of listings',
  body: z.strictObject({
    walletAddress: signer,
    items: tradeItems({
      tokenDataId: addressInput,
      price: octasInput.describe('Octas; at least 100000 (0.001 APT)'),
      marketplace: marketplaceId
        .optional()
        .describe('Default: where it is listed, else the native marketplace; another than that is refused'),
      listingId: z.string().max(200).optional(),
    }),
  }),
  errors: [],
  example: {
    body: {
      walletAddress: EXAMPLE.owner,
      items: [
        { tokenDataId: EXAMPLE.listedTokenDataId, price: '250000000' },
        { tokenDataId: EXAMPLE.tokenDataId, price: '260000000' },
      ],
    },
  },
})
