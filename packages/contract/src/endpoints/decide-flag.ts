import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { flag, flagStatus } from '../shapes/flag.ts'
import { nothing } from '../shapes/scalars.ts'

/** The operator's decision on a flag; it can be changed, and `open` takes it back. */
export const decideFlag = defineEndpoint({
  id: 'decide-flag',
  bases: ['main', 'aggregator'],
  method: 'PATCH',
  path: '/collection/flag-request/:flagId',
  summary: 'Decide a flag',
  tag: 'Operator',
  params: z.strictObject({ flagId: z.string().regex(/^\d{1,18}$/) }),
  query: nothing,
  body: z.strictObject({ status: flagStatus, decision: z.string().trim().max(500).nullable().default(null) }),
  response: flag,
  access: 'operator',
  errors: ['flag-not-found'],
  example: { params: { flagId: '1' }, body: { status: 'dismissed', decision: 'The pictures are their own.' } },
})
