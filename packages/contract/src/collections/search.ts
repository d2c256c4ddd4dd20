import * as z from 'zod'
import { collection, collectionDetail } from '../collections.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { EXAMPLE } from '../shapes/example-ids.ts'
import { addressInput, emptyObject, noBody, pageOf, pageQuery, queryInteger } from '../shapes/scalars.ts'

/** Collections whose name holds the text, or whose id or slug it is; best known first. */
export const searchCollections = defineEndpoint({
  id: 'search-collections',
  bases: ['aggregator'],
  method: 'GET',
  path: '/collection/search/:text',
  summary: 'Search collections by name, id or slug',
  tag: 'Collections',
  cache: 'shared-without-wallet',
  params: z.strictObject({ text: z.string().trim().min(1).max(100) }),
  query: z.strictObject({
    ...pageQuery(50, 50),
    walletAddress: addressInput.optional().describe('Marks the favorites of this wallet, when it is the signed-in one'),
  }),
  body: noBody,
  response: pageOf(collection),
  errors: ['invalid-cursor'],
  example: { params: { text: 'monk' }, query: { page: 1, take: 50 } },
})

/** Collections whose name holds the text, best known first. */
export const findCollectionsByName = defineEndpoint({
  id: 'find-collections-by-name',
  bases: ['main'],
  method: 'POST',
  path: '/collections',
  summary: 'Find collections by name',
  tag: 'Collections',
  params: emptyObject,
  query: emptyObject,
  bodyKinds: ['multipart', 'form'],
  body: z.strictObject({
    name: z.string().trim().max(100).default(''),
    // Values of forms are text, as in queries.
    page: queryInteger(1, 200, 1),
    limit: queryInteger(1, 50, 50),
  }),
  response: pageOf(collection),
  errors: [],
  example: { body: { name: 'monk', limit: 10, page: 1 } },
})

/** A collection by its slug. @source docs/product/api.md#slug-lookup */
export const findCollectionBySlug = defineEndpoint({
  id: 'find-collection-by-slug',
  bases: ['aggregator'],
  method: 'POST',
  path: '/collection',
  summary: 'A collection by slug',
  tag: 'Collections',
  cache: 'shared',
  params: emptyObject,
  query: emptyObject,
  body: z.strictObject({ slug: z.string().min(1).max(200) }),
  response: z.object({ data: collectionDetail }),
  errors: ['collection-not-found'],
  example: { body: { slug: EXAMPLE.collectionId } },
})
