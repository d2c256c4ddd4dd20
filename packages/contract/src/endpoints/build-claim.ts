import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput, u64Input } from '../shapes/scalars.ts'
import { signer, TRADE_CALL } from '../shapes/trade-call.ts'

/** Builds the unsigned transaction that claims a token somebody offered to the wallet. @source spec 001, section 7 "Claim" */
export const buildClaim = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-claim',
  path: '/collection/nfts/claim',
  summary: 'Payload that claims an offered token',
  body: z.strictObject({
    walletAddress: signer,
    tokenDataId: addressInput,
    fromAddress: addressInput.optional().describe('Default: the newest offer of this token'),
    propertyVersion: u64Input.optional(),
  }),
  errors: [],
  example: { body: { walletAddress: EXAMPLE.owner, tokenDataId: EXAMPLE.tokenDataId } },
})
