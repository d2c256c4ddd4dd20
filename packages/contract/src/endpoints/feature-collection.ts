import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { address, nothing } from '../shapes/scalars.ts'

/** Puts a collection on the landing page or takes it off; featuring also verifies it. @source spec 000, section 7 */
export const featureCollection = defineEndpoint({
  id: 'feature-collection',
  bases: ['main'],
  method: 'PATCH',
  path: '/collection/:id/feature',
  summary: 'Feature a collection',
  tag: 'Operator',
  params: z.strictObject({ id: z.string().min(1).max(200) }),
  query: nothing,
  body: z.strictObject({ isfeatured: z.boolean() }),
  response: z.object({ collectionId: address, isFeatured: z.boolean() }),
  access: 'operator',
  errors: ['collection-not-found'],
  example: { params: { id: EXAMPLE.collectionId }, body: { isfeatured: true } },
})
