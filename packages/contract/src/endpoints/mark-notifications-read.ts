import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { notificationId } from '../shapes/notification.ts'
import { nothing } from '../shapes/scalars.ts'

/** Marks notifications of the signed-in wallet as read: single ones, or all up to the newest that was shown. */
export const markNotificationsRead = defineEndpoint({
  id: 'mark-notifications-read',
  bases: ['main'],
  method: 'POST',
  path: '/user/notifications/read',
  summary: 'Mark notifications as read, some or all up to one',
  tag: 'Notifications',
  params: nothing,
  query: nothing,
  body: z.union([
    z.strictObject({ ids: z.array(notificationId).min(1).max(100) }),
    z.strictObject({ upTo: notificationId.describe('Id of the newest that was shown') }),
  ]),
  response: z.object({ unread: z.number().int() }),
  access: 'wallet',
  errors: [],
  example: { body: { upTo: '1' } },
})
