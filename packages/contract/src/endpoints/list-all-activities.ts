import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { ACTIVITY_TYPES, activity } from '../shapes/activity.ts'
import { cursor, pageOf } from '../shapes/page.ts'
import { noBody, nothing, queryInteger } from '../shapes/scalars.ts'

/** What happened, newest first; the older form of `list-activities`. @source spec 000, section 7 "GET activity" */
export const listAllActivities = defineEndpoint({
  id: 'list-all-activities',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/activity',
  summary: 'Activity of everything or of one collection',
  tag: 'Activity',
  params: nothing,
  query: z.strictObject({
    collection: z.string().max(200).optional().describe('Collection id, with or without 0x, or slug'),
    type: z.enum(ACTIVITY_TYPES).default('all'),
    page: queryInteger(1, 1000, 1),
    limit: queryInteger(1, 100, 50),
    cursor: cursor.optional(),
  }),
  body: noBody,
  response: pageOf(activity),
  errors: ['collection-not-found', 'invalid-cursor'],
  example: { query: { type: 'sales' } },
})
