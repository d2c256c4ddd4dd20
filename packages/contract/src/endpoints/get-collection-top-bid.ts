import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { collectionTopBid } from '../shapes/bid.ts'
import { addressInput, noBody } from '../shapes/scalars.ts'

/**
 * The best live offer on any token of a collection; null when there is none.
 * @source spec 001, sections 4 "Top-bid queries exclude the user's own offers and expired ones" and 7
 */
export const getCollectionTopBid = defineEndpoint({
  id: 'get-collection-top-bid',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/collection/biddings/top/:collectionId',
  summary: "A collection's best bid",
  tag: 'Bids',
  params: z.strictObject({ collectionId: z.string().min(1).max(200) }),
  query: z.strictObject({ walletAddress: addressInput.optional().describe('Whose own offers are left out') }),
  body: noBody,
  response: collectionTopBid.nullable(),
  errors: ['collection-not-found'],
  failure: { value: null },
  example: { params: { collectionId: EXAMPLE.collectionId } },
})
