import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput, nothing } from '../shapes/scalars.ts'
import { MAX_TRADE_ITEMS, tradeAnswer } from '../shapes/trade.ts'

/**
 * Builds the unsigned transaction that gives several tokens away, to one receiver or to several. Tokens of the older
 * standard have to be claimed by their receivers.
 */
export const buildTransferMany = defineEndpoint({
  id: 'build-transfer-many',
  bases: ['main', 'data'],
  method: 'POST',
  path: '/collection/nfts/transfer-many',
  summary: 'Payload that transfers several tokens',
  tag: 'Trade',
  params: nothing,
  query: nothing,
  body: z.strictObject({
    walletAddress: addressInput.describe('Who will sign'),
    toAddress: addressInput.describe('Who receives the tokens'),
    items: z
      .array(
        z.strictObject({
          tokenDataId: addressInput,
          toAddress: addressInput.optional().describe('Who receives this one instead'),
        }),
      )
      .min(1)
      .max(MAX_TRADE_ITEMS),
  }),
  response: tradeAnswer,
  errors: [],
  example: {
    body: { walletAddress: EXAMPLE.owner, toAddress: EXAMPLE.buyer, items: [{ tokenDataId: EXAMPLE.tokenDataId }] },
  },
})
