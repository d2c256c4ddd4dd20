import * as z from 'zod'
import { defineEndpoint } from '../http/endpoint.ts'
import { EXAMPLE } from '../shapes/example-ids.ts'
import {
  address,
  addressInput,
  collectionRef,
  cursor,
  emptyObject,
  micros,
  noBody,
  pageOf,
  queryInteger,
} from '../shapes/scalars.ts'

/** Reasons for a flag. They are public immediately, so only these are allowed; remarks go to the operator alone. */
export const FLAG_REASONS = [
  'Copy of another collection',
  'Stolen tokens',
  'Misleading',
  'Harmful links',
  'Unlawful or explicit content',
  'Something else',
] as const
export const flagReason = z.enum(FLAG_REASONS)
/** Open flags of one wallet: any key can sign in, and a flag's remarks may be long. */
export const MAX_OPEN_FLAGS = 20

export const flagStatus = z.enum(['open', 'upheld', 'dismissed'])

/** One entry of a collection's public log of flags. What the sender remarked is for the operator alone. */
export const flag = z.object({
  id: z.string().regex(/^\d+$/),
  collectionId: address,
  walletAddress: address,
  /** Primary `.apt` name of who asked; null when it has none. */
  aptosName: z.string().nullable(),
  reason: flagReason,
  status: flagStatus,
  /** The operator's sentence. */
  decision: z.string().nullable(),
  askedAt: micros,
  decidedAt: micros.nullable(),
})
export type Flag = z.output<typeof flag>

/**
 * Flags a collection. A wallet has one open flag per collection, and {@link MAX_OPEN_FLAGS} in all; sending again replaces it.
 * @source docs/product/collections.md#flags
 */
export const flagCollection = defineEndpoint({
  id: 'flag-collection',
  bases: ['aggregator'],
  method: 'POST',
  path: '/collection/flag-request',
  summary: 'Flag a collection',
  tag: 'Collections',
  params: emptyObject,
  query: emptyObject,
  body: z.strictObject({
    collectionId: addressInput,
    walletAddress: addressInput.optional().describe('Must be the signed-in wallet; the default'),
    reason: flagReason,
    remarks: z.string().trim().max(2000).default('').describe('For the operator alone'),
  }),
  response: flag,
  access: 'wallet',
  errors: ['collection-not-found', 'too-many-flags'],
  example: {
    body: {
      collectionId: EXAMPLE.collectionId,
      reason: 'Copy of another collection',
      remarks: 'The images are theirs.',
    },
  },
})

/** The public log of a collection's flags, newest first. @source docs/product/collections.md#flags */
export const listCollectionFlags = defineEndpoint({
  id: 'list-collection-flags',
  reads: 'primary',
  bases: ['main', 'aggregator'],
  method: 'GET',
  path: '/collection/:id/flags',
  summary: "A collection's flags and what became of them",
  tag: 'Collections',
  params: z.strictObject({ id: collectionRef }),
  query: z.strictObject({ take: queryInteger(1, 100, 50), cursor: cursor.optional() }),
  body: noBody,
  response: pageOf(flag),
  errors: ['collection-not-found', 'invalid-cursor'],
  failure: { value: { data: [], nextCursor: null } },
  example: { params: { id: EXAMPLE.collectionId } },
})
