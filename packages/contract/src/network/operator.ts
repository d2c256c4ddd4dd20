import * as z from 'zod'
import { flag, flagStatus } from '../collections/flags.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { EXAMPLE } from '../shapes/example-ids.ts'
import { address, collectionRef, emptyObject } from '../shapes/scalars.ts'

/** The operator's decision on a flag; it can be changed, and `open` takes it back. */
export const decideFlag = defineEndpoint({
  id: 'decide-flag',
  bases: ['main', 'aggregator'],
  method: 'PATCH',
  path: '/collection/flag-request/:flagId',
  summary: 'Decide a flag',
  tag: 'Operator',
  params: z.strictObject({ flagId: z.string().regex(/^\d{1,18}$/) }),
  query: emptyObject,
  body: z.strictObject({ status: flagStatus, decision: z.string().trim().max(500).nullable().default(null) }),
  response: flag,
  access: 'operator',
  errors: ['flag-not-found'],
  example: { params: { flagId: '1' }, body: { status: 'dismissed', decision: 'The images are their own.' } },
})

/**
 * Puts a collection on the landing page or takes it off; featuring also verifies it.
 * @source docs/product/collections.md#featured, docs/product/api.md#operator-calls
 */
export const featureCollection = defineEndpoint({
  id: 'feature-collection',
  bases: ['main'],
  method: 'PATCH',
  path: '/collection/:id/feature',
  summary: 'Feature a collection',
  tag: 'Operator',
  params: z.strictObject({ id: collectionRef }),
  query: emptyObject,
  body: z.strictObject({ isfeatured: z.boolean() }),
  response: z.object({ collectionId: address, isFeatured: z.boolean() }),
  access: 'operator',
  errors: ['collection-not-found'],
  example: { params: { id: EXAMPLE.collectionId }, body: { isfeatured: true } },
})

/** The operator vouches for a collection, or no longer does. @source docs/product/collections.md#verified */
export const verifyCollection = defineEndpoint({
  id: 'verify-collection',
  bases: ['main'],
  method: 'PATCH',
  path: '/collection/:id/verify',
  summary: 'Verify a collection',
  tag: 'Operator',
  params: z.strictObject({ id: collectionRef }),
  query: emptyObject,
  body: z.strictObject({ isVerified: z.boolean() }),
  response: z.object({ collectionId: address, isVerified: z.boolean() }),
  access: 'operator',
  errors: ['collection-not-found'],
  example: { params: { id: EXAMPLE.collectionId }, body: { isVerified: true } },
})
