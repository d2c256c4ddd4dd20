import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { noBody, nothing, octas } from '../shapes/scalars.ts'

/** How common one value of a trait is, and what it costs. @source spec 000, section 7 */
export const getAttribute = defineEndpoint({
  id: 'get-attribute',
  bases: ['aggregator', 'main'],
  method: 'GET',
  path: '/collection/:id/attribute/:name/value/:value',
  summary: 'Count and floor of a trait value',
  tag: 'Tokens',
  params: z.strictObject({
    id: z.string().min(1).max(200),
    name: z.string().min(1).max(200),
    value: z.string().min(1).max(250),
  }),
  query: nothing,
  body: noBody,
  response: z.object({
    trait_type: z.string(),
    value: z.string(),
    count: z.number().int(),
    /** Tokens of the collection. */
    supply: z.number().int(),
    /** count of supply, in percent with two decimals; 0 for an empty collection. */
    percent: z.number().nonnegative(),
    floorPrice: octas.nullable(),
  }),
  errors: ['collection-not-found', 'collection-too-large'],
  example: { params: { id: EXAMPLE.collectionId, name: 'Fur', value: 'Brown' } },
})
