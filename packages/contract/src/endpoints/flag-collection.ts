import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { flag, flagReason } from '../shapes/flag.ts'
import { addressInput, nothing } from '../shapes/scalars.ts'

/**
 * Says that something is wrong with a collection. A wallet has one open flag per collection; sending again replaces it.
 * @source spec 000, sections 3 "Flag request" and 7
 */
export const flagCollection = defineEndpoint({
  id: 'flag-collection',
  bases: ['aggregator'],
  method: 'POST',
  path: '/collection/flag-request',
  summary: 'Flag a collection',
  tag: 'Collections',
  params: nothing,
  query: nothing,
  body: z.strictObject({
    collectionId: addressInput,
    walletAddress: addressInput.optional().describe('Must be the signed-in wallet; the default'),
    reason: flagReason,
    remarks: z.string().trim().max(2000).default('').describe('For the operator alone'),
  }),
  response: flag,
  access: 'wallet',
  errors: ['collection-not-found'],
  example: {
    body: {
      collectionId: EXAMPLE.collectionId,
      reason: 'Copy of another collection',
      remarks: 'The pictures are theirs.',
    },
  },
})
