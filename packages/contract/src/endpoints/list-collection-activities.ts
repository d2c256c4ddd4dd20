import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { activity } from '../shapes/activity.ts'
import { cursor, pageOf } from '../shapes/page.ts'
import { noBody, queryInteger } from '../shapes/scalars.ts'

/** Everything that happened in one collection, newest first. @source spec 000, section 7 */
export const listCollectionActivities = defineEndpoint({
  id: 'list-collection-activities',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/activity/collection/:collectionId',
  summary: 'Activity of one collection, newest first',
  tag: 'Activity',
  params: z.strictObject({ collectionId: z.string().min(1).max(200) }),
  query: z.strictObject({
    page: queryInteger(1, 1000, 1),
    limit: queryInteger(1, 100, 50),
    cursor: cursor.optional(),
  }),
  body: noBody,
  response: pageOf(activity),
  errors: ['collection-not-found', 'invalid-cursor'],
  example: { params: { collectionId: EXAMPLE.collectionId } },
})
