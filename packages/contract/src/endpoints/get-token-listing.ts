import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { listing } from '../shapes/listing.ts'
import { addressInput, noBody, nothing } from '../shapes/scalars.ts'

/** A token's cheapest listing that can be bought; null when there is none. @source spec 000, sections 7 and 8 "returns null" */
export const getTokenListing = defineEndpoint({
  id: 'get-token-listing',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/collection/:collectionId/token-listing/:tokenDataId',
  summary: "A token's cheapest listing",
  tag: 'Tokens',
  params: z.strictObject({ collectionId: addressInput, tokenDataId: addressInput }),
  query: nothing,
  body: noBody,
  response: listing.nullable(),
  errors: ['token-not-found'],
  failure: { value: null },
  example: { params: { collectionId: EXAMPLE.collectionId, tokenDataId: EXAMPLE.listedTokenDataId } },
})
