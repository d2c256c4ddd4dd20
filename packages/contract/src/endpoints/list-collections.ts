import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { collection } from '../shapes/collection.ts'
import { collectionSortBy, sortOrder, windowInput } from '../shapes/collection-sort.ts'
import { pageOf, pageQuery } from '../shapes/page.ts'
import { addressInput, noBody, nothing } from '../shapes/scalars.ts'
import { wash } from '../shapes/wash.ts'

/** The ranked list of collections. */
export const listCollections = defineEndpoint({
  id: 'list-collections',
  bases: ['aggregator'],
  method: 'GET',
  path: '/collection',
  summary: 'Collections ranked by a figure',
  tag: 'Collections',
  params: nothing,
  query: z.strictObject({
    ...pageQuery(50, 100),
    sortBy: collectionSortBy.optional(),
    order: sortOrder.optional(),
    window: windowInput.optional().describe('Rank by the volume of this window when sortBy is absent'),
    walletAddress: addressInput
      .optional()
      .describe('Marks the favourites of this wallet, when it is the signed-in one'),
    wash,
  }),
  body: noBody,
  response: pageOf(collection),
  errors: ['invalid-cursor'],
  example: { query: { page: 1, take: 20, sortBy: 'ALL_TIME_VOLUME_DESC' } },
})
