import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput, marketplaceId, nothing, octasInput } from '../shapes/scalars.ts'
import { MAX_TRADE_ITEMS, tradeAnswer } from '../shapes/trade.ts'

/**
 * Builds the unsigned transaction that sells tokens into bids: the named one, else the one that brings most after fee and
 * royalty, whether it is for this token or for any of its collection. @source spec 001, sections 2 "instant sell" and 7
 */
export const buildAcceptBid = defineEndpoint({
  id: 'build-accept-bid',
  bases: ['main', 'data'],
  method: 'POST',
  path: '/collection/bid/nft/accept',
  summary: 'Payload that sells tokens into bids',
  tag: 'Trade',
  params: nothing,
  query: nothing,
  body: z.strictObject({
    walletAddress: addressInput.describe('Who will sign'),
    items: z
      .array(
        z.strictObject({
          tokenDataId: addressInput,
          marketplace: marketplaceId.optional(),
          offerId: z.string().min(1).max(200).optional(),
          minPrice: octasInput.optional().describe('Refuse the item when the bid is lower now'),
        }),
      )
      .min(1)
      .max(MAX_TRADE_ITEMS),
  }),
  response: tradeAnswer,
  errors: [],
  example: { body: { walletAddress: EXAMPLE.owner, items: [{ tokenDataId: EXAMPLE.tokenDataId }] } },
})
