import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput, noBody, octas } from '../shapes/scalars.ts'

/** What a wallet's live offers would pay. @source spec 001, section 7 "Bids" */
export const getUserLockedValue = defineEndpoint({
  id: 'get-user-locked-value',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/biddings/total-locked/:wallet',
  summary: "Octas in a wallet's offers",
  tag: 'Portfolio',
  params: z.strictObject({ wallet: addressInput }),
  query: z.strictObject({ collectionId: addressInput.optional() }),
  body: noBody,
  response: z.object({ totalValueLocked: octas }),
  errors: [],
  failure: { value: { totalValueLocked: '0' } },
  example: { params: { wallet: EXAMPLE.buyer } },
})
