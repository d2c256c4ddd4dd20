import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { address, nothing } from '../shapes/scalars.ts'

/** The operator vouches for a collection, or no longer does. @source design decisions, "Verified" */
export const verifyCollection = defineEndpoint({
  id: 'verify-collection',
  bases: ['main'],
  method: 'PATCH',
  path: '/collection/:id/verify',
  summary: 'Verify a collection',
  tag: 'Operator',
  params: z.strictObject({ id: z.string().min(1).max(200) }),
  query: nothing,
  body: z.strictObject({ isVerified: z.boolean() }),
  response: z.object({ collectionId: address, isVerified: z.boolean() }),
  access: 'operator',
  errors: ['collection-not-found'],
  example: { params: { id: EXAMPLE.collectionId }, body: { isVerified: true } },
})
