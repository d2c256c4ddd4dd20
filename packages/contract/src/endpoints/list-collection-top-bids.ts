import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { collectionTopBid } from '../shapes/bid.ts'
import { addressInput, noBody, queryInteger } from '../shapes/scalars.ts'

/** The best live offers on a collection, one by one, for selling several tokens at once. @source spec 000, section 7 */
export const listCollectionTopBids = defineEndpoint({
  id: 'list-collection-top-bids',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/collection/biddings/top/multiple/:collectionId',
  summary: "A collection's best bids",
  tag: 'Bids',
  params: z.strictObject({ collectionId: z.string().min(1).max(200) }),
  query: z.strictObject({
    walletAddress: addressInput.optional().describe('Whose own offers are left out'),
    take: queryInteger(1, 100, 50),
  }),
  body: noBody,
  response: z.object({ data: z.array(collectionTopBid) }),
  errors: ['collection-not-found'],
  failure: { value: { data: [] } },
  example: { params: { collectionId: EXAMPLE.collectionId } },
})
