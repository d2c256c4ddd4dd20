import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { notification } from '../shapes/notification.ts'
import { cursor } from '../shapes/page.ts'
import { noBody, nothing, queryInteger } from '../shapes/scalars.ts'

/**
 * What the signed-in wallet was told, newest first, with how much of it is unread. The socket says `notification` as soon
 * as there is one more: it knows the wallet by the session's cookie, so connect again after signing in.
 */
export const listNotifications = defineEndpoint({
  id: 'list-notifications',
  bases: ['main'],
  method: 'GET',
  path: '/user/notifications',
  summary: 'What the wallet was told, newest first',
  tag: 'Notifications',
  params: nothing,
  query: z.strictObject({
    take: queryInteger(1, 100, 50),
    cursor: cursor.optional(),
    unread: z.enum(['true', 'false']).default('false').describe('true: only what is unread'),
  }),
  body: noBody,
  response: z.object({
    data: z.array(notification),
    nextCursor: z.string().nullable(),
    /** Over all pages. */
    unread: z.number().int(),
  }),
  access: 'wallet',
  errors: ['invalid-cursor'],
  example: { query: { take: 10 } },
})
