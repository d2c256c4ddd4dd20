import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { addressInput, noBody } from '../shapes/scalars.ts'
import { activityExportRow, exportFormat, exportOf } from '../shapes/wallet-export.ts'

/** What a wallet took part in, newest first. Answers a file, written while it is read. */
export const exportActivity = defineEndpoint({
  id: 'export-activity',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/export/activity/:wallet',
  summary: 'What a wallet took part in as a file, CSV or JSON',
  tag: 'Portfolio',
  budget: 'export',
  params: z.strictObject({ wallet: addressInput }),
  query: z.strictObject({
    format: exportFormat,
    untilMicros: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional()
      .describe('Only what happened at or before this chain time: the next file of a long history'),
  }),
  body: noBody,
  response: exportOf(activityExportRow),
  errors: [],
  example: { params: { wallet: EXAMPLE.owner }, query: { format: 'json' } },
})
