import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { noBody, nothing } from '../shapes/scalars.ts'
import { snapshotDay } from '../shapes/snapshot.ts'

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
      .describe('As the list tells, or schema.json or SHA256SUMS'),
  }),
  query: nothing,
  body: noBody,
  response: z.string().meta({ description: 'The bytes of the file' }),
  produces: 'application/octet-stream',
  errors: ['snapshot-not-found'],
  example: { params: { day: '2026-01-31', file: 'SHA256SUMS' } },
})
