import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput, marketplaceId, octasInput } from '../shapes/scalars.ts'
import { signer, TRADE_CALL, tradeItems } from '../shapes/trade-call.ts'

/**
 * Builds the unsigned transaction that sells tokens into bids: the named one, else the one that brings most after fee and
 * royalty, whether it is for this token or for any of its collection. @source spec 001, sections 2 "instant sell" and 7
 */
export const buildAcceptBid = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-accept-bid',
  path: '/collection/bid/nft/accept',
  summary: 'Payload that sells tokens into bids',
  body: z.strictObject({
    walletAddress: signer,
    items: tradeItems({
      tokenDataId: addressInput,
      marketplace: marketplaceId.optional(),
      offerId: z.string().min(1).max(200).optional(),
      minPrice: octasInput.optional().describe('Refuse the item when the bid is lower now'),
    }),
  }),
  errors: [],
  example: { body: { walletAddress: EXAMPLE.owner, items: [{ tokenDataId: EXAMPLE.tokenDataId }] } },
})
