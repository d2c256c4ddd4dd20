import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { collection } from '../shapes/collection.ts'
import { collectionSortBy, sortOrder } from '../shapes/collection-sort.ts'
import { pageOf, pageQuery } from '../shapes/page.ts'
import { addressInput, noBody, nothing } from '../shapes/scalars.ts'
import { wash } from '../shapes/wash.ts'

/** Popular collections: by one-day volume unless asked otherwise. @source spec 000, section 9 "Popular sort ONE_D_VOLUME, order DESC" */
export const listPopularCollections = defineEndpoint({
  id: 'list-popular-collections',
  bases: ['aggregator'],
  method: 'GET',
  path: '/collection/popular',
  summary: 'Popular collections',
  tag: 'Collections',
  params: nothing,
  query: z.strictObject({
    ...pageQuery(20, 100),
    search: z.string().trim().max(80).optional().describe('Part of the name'),
    sortBy: collectionSortBy.default('ONE_D_VOLUME'),
    order: sortOrder.optional(),
    walletAddress: addressInput
      .optional()
      .describe('Marks the favourites of this wallet, when it is the signed-in one'),
    wash,
  }),
  body: noBody,
  response: pageOf(collection),
  errors: ['invalid-cursor'],
  example: { query: { page: 1, take: 20, sortBy: 'ONE_D_VOLUME', order: 'DESC' } },
})
