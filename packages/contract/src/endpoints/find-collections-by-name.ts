import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { collection } from '../shapes/collection.ts'
import { pageOf } from '../shapes/page.ts'
import { nothing, queryInteger } from '../shapes/scalars.ts'

/** Collections whose name holds the text, best known first. @source spec 000, section 7 "POST /collections" */
export const findCollectionsByName = defineEndpoint({
  id: 'find-collections-by-name',
  bases: ['main'],
  method: 'POST',
  path: '/collections',
  summary: 'Find collections by name',
  tag: 'Collections',
  params: nothing,
  query: nothing,
  bodyKinds: ['multipart', 'form'],
  body: z.strictObject({
    name: z.string().trim().max(100).default(''),
    // In forms all values are text, as in queries.
    page: queryInteger(1, 200, 1),
    limit: queryInteger(1, 50, 50),
  }),
  response: pageOf(collection),
  errors: [],
  example: { body: { name: 'monk', limit: 10, page: 1 } },
})
