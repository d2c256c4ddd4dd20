import * as z from 'zod'
import { micros, u64 } from './scalars.ts'

/** The day of a nightly snapshot, UTC. */
export const snapshotDay = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'expected YYYY-MM-DD')
  .describe('YYYY-MM-DD, UTC')

/** A file of a snapshot, as its `schema.json` tells of it. */
export const snapshotFile = z.object({
  file: z.string(),
  /** The table or view, with schema. */
  name: z.string(),
  rows: z.number().int(),
  /** Of the gzip'd file. */
  bytes: z.number().int(),
  /** Of the gzip'd file, hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

/** A nightly snapshot of the public tables. */
export const snapshot = z.object({
  day: snapshotDay,
  /** Every row is of the moment after this transaction; null of an empty index. */
  version: u64.nullable(),
  atMicros: micros.nullable(),
  files: z.array(snapshotFile),
})
export type Snapshot = z.output<typeof snapshot>
