import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { collectionTopBid } from '../shapes/bid.ts'
import { addressInput, noBody } from '../shapes/scalars.ts'

/** The same as `get-collection-top-bid`, under the collection. @source spec 000, section 7 */
export const getTopBidOfCollection = defineEndpoint({
  id: 'get-top-bid-of-collection',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/collection/:id/biddings/top',
  summary: "A collection's best bid that is not the wallet's own",
  tag: 'Bids',
  params: z.strictObject({ id: z.string().min(1).max(200) }),
  query: z.strictObject({ walletAddress: addressInput.optional().describe('Whose own offers are left out') }),
  body: noBody,
  response: collectionTopBid.nullable(),
  errors: ['collection-not-found'],
  failure: { value: null },
  example: { params: { id: EXAMPLE.collectionId }, query: { walletAddress: EXAMPLE.owner } },
})
