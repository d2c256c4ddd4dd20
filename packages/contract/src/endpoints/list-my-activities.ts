import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { EXAMPLE } from '../example-ids.ts'
import { activity } from '../shapes/activity.ts'
import { cursor, pageOf } from '../shapes/page.ts'
import { addressInput, noBody, nothing, queryInteger } from '../shapes/scalars.ts'

/** What a wallet took part in, newest first. @source spec 000, section 7 */
export const listMyActivities = defineEndpoint({
  id: 'list-my-activities',
  bases: ['main', 'data'],
  method: 'GET',
  path: '/activity/my-activities',
  summary: 'Activity of one wallet, newest first',
  tag: 'Activity',
  params: nothing,
  query: z.strictObject({
    walletAddress: addressInput,
    collectionId: addressInput.optional(),
    page: queryInteger(1, 1000, 1),
    limit: queryInteger(1, 100, 50),
    cursor: cursor.optional(),
  }),
  body: noBody,
  response: pageOf(activity),
  errors: ['invalid-cursor'],
  example: { query: { walletAddress: EXAMPLE.owner } },
})
