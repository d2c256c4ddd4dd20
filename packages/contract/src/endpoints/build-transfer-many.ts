import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput } from '../shapes/scalars.ts'
import { signer, TRADE_CALL, tradeItems } from '../shapes/trade-call.ts'

/**
 * Builds the unsigned transaction that gives several tokens away, to one receiver or to several. Tokens of the older
 * standard have to be claimed by their receivers.
 */
export const buildTransferMany = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-transfer-many',
  path: '/collection/nfts/transfer-many',
  summary: 'Payload that transfers several tokens',
  body: z.strictObject({
    walletAddress: signer,
    toAddress: addressInput.describe('Who receives the tokens'),
    items: tradeItems({
      tokenDataId: addressInput,
      toAddress: addressInput.optional().describe('Who receives this one instead'),
    }),
  }),
  errors: [],
  example: {
    body: { walletAddress: EXAMPLE.owner, toAddress: EXAMPLE.buyer, items: [{ tokenDataId: EXAMPLE.tokenDataId }] },
  },
})
