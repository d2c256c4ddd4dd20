import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { collection } from '../shapes/collection.ts'
import { noBody, nothing } from '../shapes/scalars.ts'

/** The operator's choice for the top of the landing page, at most 12. */
export const listFeaturedCollections = defineEndpoint({
  id: 'list-featured-collections',
  bases: ['aggregator'],
  method: 'GET',
  path: '/collection/featured',
  summary: "The operator's choice; until there is one, the most traded of the week",
  tag: 'Collections',
  params: nothing,
  query: nothing,
  body: noBody,
  response: z.object({ data: z.array(collection) }),
  errors: [],
  example: {},
})
