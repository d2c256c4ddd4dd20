import { defineEndpoint } from '../endpoint.ts'
import { notificationSettings } from '../shapes/notification.ts'
import { noBody, nothing } from '../shapes/scalars.ts'

/** What the signed-in wallet wants to hear. */
export const getNotificationSettings = defineEndpoint({
  id: 'get-notification-settings',
  bases: ['main'],
  method: 'GET',
  path: '/user/notification-settings',
  summary: 'What the wallet wants to be told',
  tag: 'Notifications',
  params: nothing,
  query: nothing,
  body: noBody,
  response: notificationSettings,
  access: 'wallet',
  errors: [],
  example: {},
})
