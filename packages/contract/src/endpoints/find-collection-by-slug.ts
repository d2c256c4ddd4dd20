import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { collectionDetail } from '../shapes/collection.ts'
import { nothing } from '../shapes/scalars.ts'

/** A collection by its slug. @source spec 000, section 7 "result read from data.data" */
export const findCollectionBySlug = defineEndpoint({
  id: 'find-collection-by-slug',
  bases: ['aggregator'],
  method: 'POST',
  path: '/collection',
  summary: 'A collection by slug',
  tag: 'Collections',
  params: nothing,
  query: nothing,
  body: z.strictObject({ slug: z.string().min(1).max(200) }),
  response: z.object({ data: collectionDetail }),
  errors: ['collection-not-found'],
  example: { body: { slug: EXAMPLE.collectionId } },
})
