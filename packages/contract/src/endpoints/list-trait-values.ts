import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { noBody, queryInteger } from '../shapes/scalars.ts'
import { traitValue } from '../shapes/trait.ts'

/** Values of one kind of trait, those of most tokens first. @source spec 000, section 7 */
export const listTraitValues = defineEndpoint({
  id: 'list-trait-values',
  bases: ['aggregator', 'main'],
  method: 'GET',
  path: '/collection/:id/traits/:trait/value',
  summary: 'Values of a trait',
  tag: 'Tokens',
  params: z.strictObject({ id: z.string().min(1).max(200), trait: z.string().min(1).max(200) }),
  query: z.strictObject({
    page: queryInteger(1, 1000, 1),
    limit: queryInteger(1, 100, 50),
    q: z.string().max(100).default('').describe('Part of the value, upper and lower case alike'),
  }),
  body: noBody,
  response: z.object({ data: z.array(traitValue), total: z.number().int() }),
  errors: ['collection-not-found', 'collection-too-large'],
  failure: { value: { data: [], total: 0 } },
  example: { params: { id: EXAMPLE.collectionId, trait: 'Fur' }, query: { page: 1, limit: 50, q: '' } },
})
