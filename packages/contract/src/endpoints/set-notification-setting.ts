import * as z from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { notificationSettings, notificationType, thresholdBps } from '../shapes/notification.ts'
import { nothing } from '../shapes/scalars.ts'

/** Turns one type on or off for the signed-in wallet, or says how far a favourite's floor moves before it is told. */
export const setNotificationSetting = defineEndpoint({
  id: 'set-notification-setting',
  bases: ['main'],
  method: 'PATCH',
  path: '/user/notification-settings',
  summary: 'Change what the wallet wants to be told',
  tag: 'Notifications',
  params: nothing,
  query: nothing,
  body: z
    .strictObject({ type: notificationType, isOn: z.boolean().optional(), thresholdBps: thresholdBps.optional() })
    .refine((body) => body.thresholdBps === undefined || body.type === 'floor-moved', {
      path: ['thresholdBps'],
      message: 'only floor-moved has a threshold',
    }),
  response: notificationSettings,
  access: 'wallet',
  errors: [],
  example: { body: { type: 'floor-moved', isOn: true, thresholdBps: 500 } },
})
