import * as z from 'zod'
import { micros } from './scalars.ts'

/** How it stands with a token's off-chain metadata. */
export const metadataState = z.object({
  status: z.enum(['pending', 'ready', 'failed']).describe('Pending: it waits to be fetched, or is being fetched'),
  ahead: z.number().int().min(0).describe('Documents that are due before it, counted up to 10,000'),
  fetchedAtMicros: micros.nullable().describe('When it was last had; null when never'),
  error: z.string().nullable().describe('Why it could not be had the last time'),
})
export type MetadataState = z.infer<typeof metadataState>
