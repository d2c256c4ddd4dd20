import * as z from 'zod'
import { address, micros } from './scalars.ts'

/** What a flag may say. Its words are public at once, so they are these and no others; remarks go to the operator alone. */
export const FLAG_REASONS = [
  'Copy of another collection',
  'Stolen tokens',
  'Misleading',
  'Harmful links',
  'Unlawful or explicit content',
  'Something else',
] as const
export const flagReason = z.enum(FLAG_REASONS)

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
