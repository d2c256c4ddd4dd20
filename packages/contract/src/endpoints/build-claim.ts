import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput, nothing, u64 } from '../shapes/scalars.ts'
import { tradeAnswer } from '../shapes/trade.ts'

/** Builds the unsigned transaction that claims a token somebody offered to the wallet. @source spec 001, section 7 "Claim" */
export const buildClaim = defineEndpoint({
  id: 'build-claim',
  bases: ['main', 'data'],
  method: 'POST',
  path: '/collection/nfts/claim',
  summary: 'Payload that claims an offered token',
  tag: 'Trade',
  params: nothing,
  query: nothing,
  body: z.strictObject({
    walletAddress: addressInput.describe('Who will sign'),
    tokenDataId: addressInput,
    fromAddress: addressInput.optional().describe('Default: the newest offer of this token'),
    propertyVersion: u64.optional(),
  }),
  response: tradeAnswer,
  errors: [],
  example: { body: { walletAddress: EXAMPLE.owner, tokenDataId: EXAMPLE.tokenDataId } },
})
