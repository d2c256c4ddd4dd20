import * as z from 'zod'
import { defineEndpoint } from '../http/endpoint.ts'
import { emptyObject, micros, noBody, u64 } from '../shapes/scalars.ts'

/** The day of a nightly snapshot, UTC. */
const snapshotDay = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'expected YYYY-MM-DD')
  .describe('YYYY-MM-DD, UTC')

/** A file of a snapshot, as in its `schema.json`. */
export const snapshotFile = z.object({
  file: z.string(),
  /** The table or view, with schema. */
  name: z.string(),
  rows: z.number().int(),
  /** Size of the gzip'd file. */
  bytes: z.number().int(),
  /** Digest of the gzip'd file, hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

/** A nightly snapshot of the public tables. */
export const snapshot = z.object({
  day: snapshotDay,
  /** Every row is as after this transaction; null of an empty index. */
  version: u64.nullable(),
  atMicros: micros.nullable(),
  files: z.array(snapshotFile),
})
export type Snapshot = z.output<typeof snapshot>

/** The nightly snapshots there are, newest first; none where none are taken. */
export const listSnapshots = defineEndpoint({
  id: 'list-snapshots',
  bases: ['data'],
  method: 'GET',
  path: '/snapshots',
  summary: 'Nightly snapshots of the public tables, newest first',
  tag: 'Snapshots',
  params: emptyObject,
  query: emptyObject,
  body: noBody,
  response: z.object({ data: z.array(snapshot) }),
  cache: 'shared',
  errors: [],
  example: {},
})

/** One file of a snapshot: gzip'd CSV, `schema.json` or `SHA256SUMS`. */
export const getSnapshotFile = defineEndpoint({
  id: 'get-snapshot-file',
  bases: ['data'],
  method: 'GET',
  path: '/snapshots/:day/:file',
  summary: 'A file of a nightly snapshot',
  tag: 'Snapshots',
  params: z.strictObject({
    day: snapshotDay,
    file: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9_.]{0,99}$/, 'expected the name of a file')
      .describe('A file of the list, schema.json or SHA256SUMS'),
  }),
  query: emptyObject,
  body: noBody,
  response: z.string().meta({ description: 'The bytes of the file' }),
  produces: 'application/octet-stream',
  budget: 'snapshot',
  errors: ['snapshot-not-found'],
  example: { params: { day: '2026-01-31', file: 'SHA256SUMS' } },
})
