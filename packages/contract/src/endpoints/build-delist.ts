import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput, marketplaceId } from '../shapes/scalars.ts'
import { signer, TRADE_CALL, tradeItems } from '../shapes/trade-call.ts'

/** Builds the unsigned transaction that takes listings back. */
export const buildDelist = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-delist',
  path: '/collection/nfts/delist',
  summary: 'Payload that takes listings back',
  body: z.strictObject({
    walletAddress: signer,
    items: tradeItems({
      tokenDataId: addressInput,
      marketplace: marketplaceId.optional(),
      listingId: z.string().max(200).optional().describe('Default: the cheapest open listing of this wallet'),
    }),
  }),
  errors: ['not-offered'],
  example: { body: { walletAddress: EXAMPLE.owner, items: [{ tokenDataId: EXAMPLE.listedTokenDataId }] } },
})
