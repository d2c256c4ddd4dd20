import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput, noBody, octas } from '../shapes/scalars.ts'
import { token } from '../shapes/token.ts'

/** A collection's floor and the token that makes it; both null while nothing is for sale. @source spec 000, section 7 */
export const getFloorListing = defineEndpoint({
  id: 'get-floor-listing',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/collection/:id/nfts/floor',
  summary: "A collection's floor",
  tag: 'Tokens',
  params: z.strictObject({ id: z.string().min(1).max(200).describe('Collection id, with or without 0x, or slug') }),
  query: z.strictObject({ walletAddress: addressInput.optional().describe('Whose own listings are left out') }),
  body: noBody,
  response: z.object({ floorPrice: octas.nullable(), token: token.nullable() }),
  errors: ['collection-not-found'],
  failure: { value: { floorPrice: null, token: null } },
  example: { params: { id: EXAMPLE.collectionId } },
})
