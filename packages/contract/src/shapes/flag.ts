import * as z from 'zod'
import { address, micros } from './scalars.ts'

export const flagStatus = z.enum(['open', 'upheld', 'dismissed'])

/** One entry of a collection's public log of flags. What the sender remarked is for the operator alone. */
export const flag = z.object({
  id: z.string().regex(/^\d+$/),
  collectionId: address,
  walletAddress: address,
  /** Primary `.apt` name of who asked; null when it has none. */
  aptosName: z.string().nullable(),
  reason: z.string(),
  status: flagStatus,
  /** The operator's sentence. */
  decision: z.string().nullable(),
  askedAt: micros,
  decidedAt: micros.nullable(),
})
export type Flag = z.output<typeof flag>
