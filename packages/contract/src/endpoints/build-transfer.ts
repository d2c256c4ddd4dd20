import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput } from '../shapes/scalars.ts'
import { signer, TRADE_CALL } from '../shapes/trade-call.ts'

/** Builds the unsigned transaction that gives a token away. A token of the older standard has to be claimed by its receiver. */
export const buildTransfer = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-transfer',
  path: '/collection/nfts/transfer',
  summary: 'Payload that transfers a token',
  body: z.strictObject({
    walletAddress: signer,
    tokenDataId: addressInput,
    toAddress: addressInput,
  }),
  errors: [],
  example: { body: { walletAddress: EXAMPLE.owner, tokenDataId: EXAMPLE.tokenDataId, toAddress: EXAMPLE.buyer } },
})
