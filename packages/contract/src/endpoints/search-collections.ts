import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { collection } from '../shapes/collection.ts'
import { pageOf, pageQuery } from '../shapes/page.ts'
import { addressInput, noBody } from '../shapes/scalars.ts'

/** Collections whose name holds the text, or whose id or slug it is; best known first. */
export const searchCollections = defineEndpoint({
  id: 'search-collections',
  bases: ['aggregator'],
  method: 'GET',
  path: '/collection/search/:text',
  summary: 'Search collections by name, id or slug',
  tag: 'Collections',
  params: z.strictObject({ text: z.string().trim().min(1).max(100) }),
  query: z.strictObject({
    ...pageQuery(50, 50),
    walletAddress: addressInput
      .optional()
      .describe('Marks the favourites of this wallet, when it is the signed-in one'),
  }),
  body: noBody,
  response: pageOf(collection),
  errors: ['invalid-cursor'],
  example: { params: { text: 'monk' }, query: { page: 1, take: 50 } },
})
