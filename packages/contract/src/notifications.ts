import { NOTIFICATION_TYPES } from '@opal/domain/live/notification-types'
import * as z from 'zod'
import { defineEndpoint } from './http/endpoint.ts'
import { address, cursor, emptyObject, micros, noBody, octas, queryInteger, u64 } from './shapes/scalars.ts'

const notificationType = z
  .enum(NOTIFICATION_TYPES)
  .describe(
    [
      'sold: one of the wallet’s tokens was sold',
      'outbid: another wallet bid more than its best bid on a token or a collection',
      'offer-received: a wallet bid for a token that it holds, and it could accept',
      'offer-expiring: one of its offers ends within the hour',
      'listing-invalid: one of its listings is open but cannot be bought, as the token went elsewhere or was frozen, or the marketplace closed',
      'floor-moved: the floor of a favorite moved by the threshold',
      'pool-short: its bid pool no longer pays one of its bids, as another was accepted',
      'listing-reserved: a wallet listed a token that it alone can buy',
    ].join('; '),
  )

/** A notification's number: the later, the larger. */
const notificationId = z.string().regex(/^\d{1,18}$/)

/** A notification of a wallet. */
export const notification = z.object({
  id: notificationId,
  type: notificationType,
  isRead: z.boolean(),
  at: micros,
  /** The transaction behind it; null where it is time. */
  version: u64.nullable(),
  collectionId: address.nullable(),
  collectionName: z.string().nullable(),
  collectionSlug: z.string().nullable(),
  tokenDataId: address.nullable(),
  tokenName: z.string().nullable(),
  /** The edition of a v1 token that a received bid is for; null where the wallet has only the first, or the token has none. */
  propertyVersion: u64.nullable(),
  marketplace: z.string().nullable(),
  /** The wallet's own listing or offer; of `sold`, `offer-received` and `listing-reserved` the order that was filled or placed. */
  offerOrListingId: z.string().nullable(),
  /** The buyer, bidder, seller or receiver of the token. */
  otherWallet: address.nullable(),
  /** The price paid, bid or asked, or the floor now; the price of the wallet's own order where only that is concerned. */
  price: octas.nullable(),
  /** The bid that was topped, or the floor before. */
  oldPrice: octas.nullable(),
  expiresAtSeconds: u64.nullable(),
})
export type Notification = z.output<typeof notification>

/** Most that a threshold can be: a hundredfold. */
const MAX_BPS = 1_000_000

/** Change of a floor that triggers a notification. */
export const thresholdBps = z.number().int().min(1).max(MAX_BPS).describe('Basis points: 1000 is 10%')

/** A wallet's setting of one notification type. */
const notificationSetting = z.object({
  type: notificationType,
  isOn: z.boolean(),
  /** For `floor-moved`; null for all others. */
  thresholdBps: thresholdBps.nullable(),
})

/** A wallet's setting of every type. */
const notificationSettings = z.object({ settings: z.array(notificationSetting) })

/**
 * The signed-in wallet's notifications, newest first, with the unread count. The socket emits `notification` for
 * each new one: it knows the wallet by the session's cookie, so reconnect after signing in.
 */
export const listNotifications = defineEndpoint({
  id: 'list-notifications',
  bases: ['main'],
  method: 'GET',
  path: '/user/notifications',
  summary: 'Notifications of the wallet, newest first',
  tag: 'Notifications',
  params: emptyObject,
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

/** Marks notifications of the signed-in wallet as read: single ones, or all up to the newest that was shown. */
export const markNotificationsRead = defineEndpoint({
  id: 'mark-notifications-read',
  bases: ['main'],
  method: 'POST',
  path: '/user/notifications/read',
  summary: 'Mark notifications as read, some or all up to one',
  tag: 'Notifications',
  params: emptyObject,
  query: emptyObject,
  body: z.union([
    z.strictObject({ ids: z.array(notificationId).min(1).max(100) }),
    z.strictObject({ upTo: notificationId.describe('Id of the newest that was shown') }),
  ]),
  response: z.object({ unread: z.number().int() }),
  access: 'wallet',
  errors: [],
  example: { body: { upTo: '1' } },
})

/** The signed-in wallet's notification settings. */
export const getNotificationSettings = defineEndpoint({
  id: 'get-notification-settings',
  bases: ['main'],
  method: 'GET',
  path: '/user/notification-settings',
  summary: 'Notification settings of the wallet',
  tag: 'Notifications',
  params: emptyObject,
  query: emptyObject,
  body: noBody,
  response: notificationSettings,
  access: 'wallet',
  errors: [],
  example: {},
})

/** Turns one type on or off for the signed-in wallet, or sets the floor change that notifies. */
export const setNotificationSetting = defineEndpoint({
  id: 'set-notification-setting',
  bases: ['main'],
  method: 'PATCH',
  path: '/user/notification-settings',
  summary: 'Change a notification setting',
  tag: 'Notifications',
  params: emptyObject,
  query: emptyObject,
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
