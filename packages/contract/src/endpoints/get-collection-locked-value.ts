import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { noBody, nothing, octas } from '../shapes/scalars.ts'

/** What all live offers on a collection and its tokens would pay. @source spec 001, section 7 "Bids" */
export const getCollectionLockedValue = defineEndpoint({
  id: 'get-collection-locked-value',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/collection/biddings/total-locked/:collectionId',
  summary: 'Octas offered in a collection',
  tag: 'Bids',
  params: z.strictObject({ collectionId: z.string().min(1).max(200) }),
  query: nothing,
  body: noBody,
  response: z.object({ totalValueLocked: octas }),
  errors: ['collection-not-found'],
  failure: { value: { totalValueLocked: '0' } },
  example: { params: { collectionId: EXAMPLE.collectionId } },
})
