import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput, nothing } from '../shapes/scalars.ts'
import { tradeAnswer } from '../shapes/trade.ts'

/** Builds the unsigned transaction that gives a token away. A token of the older standard has to be claimed by its receiver. */
export const buildTransfer = defineEndpoint({
  id: 'build-transfer',
  bases: ['main', 'data'],
  method: 'POST',
  path: '/collection/nfts/transfer',
  summary: 'Payload that transfers a token',
  tag: 'Trade',
  params: nothing,
  query: nothing,
  body: z.strictObject({
    walletAddress: addressInput.describe('Who will sign'),
    tokenDataId: addressInput,
    toAddress: addressInput,
  }),
  response: tradeAnswer,
  errors: [],
  example: { body: { walletAddress: EXAMPLE.owner, tokenDataId: EXAMPLE.tokenDataId, toAddress: EXAMPLE.buyer } },
})
