import * as z from 'zod'
import { address, micros, octas, u64 } from './scalars.ts'

/** What a wallet can be told of. */
export const NOTIFICATION_TYPES = [
  'sold',
  'outbid',
  'offer-received',
  'offer-expiring',
  'listing-invalid',
  'floor-moved',
] as const
export const notificationType = z
  .enum(NOTIFICATION_TYPES)
  .describe(
    [
      'sold: one of the wallet’s tokens was sold',
      'outbid: somebody bid more than its best bid on a token or a collection',
      'offer-received: somebody bid for a token that it holds',
      'offer-expiring: one of its offers ends within the hour',
      'listing-invalid: one of its listings stands but cannot be bought, as the token went elsewhere or the marketplace closed',
      'floor-moved: the floor of a favourite moved by the threshold',
    ].join('; '),
  )

/** A notification's number: the later, the larger. */
export const notificationId = z.string().regex(/^\d{1,18}$/)

/** Something a wallet was told. */
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
  marketplace: z.string().nullable(),
  /** The wallet's own listing or offer; of `sold` and `offer-received` the order that was filled or placed. */
  offerOrListingId: z.string().nullable(),
  /** Who bought, bid or received the token. */
  otherWallet: address.nullable(),
  /** What was paid or bid, or the floor now; of the wallet's own order where only that is concerned. */
  price: octas.nullable(),
  /** The bid that was topped, or the floor before. */
  oldPrice: octas.nullable(),
  expiresAtSeconds: u64.nullable(),
})
export type Notification = z.output<typeof notification>

/** Most that a threshold can be: a hundredfold. */
const MOST_BPS = 1_000_000

/** How far a floor moves before it is told. */
export const thresholdBps = z.number().int().min(1).max(MOST_BPS).describe('Hundredths of a per cent: 1000 is 10 %')

/** What a wallet wants to hear of one type. */
export const notificationSetting = z.object({
  type: notificationType,
  isOn: z.boolean(),
  /** For `floor-moved`; null for all others. */
  thresholdBps: thresholdBps.nullable(),
})

/** A wallet's setting of every type. */
export const notificationSettings = z.object({ settings: z.array(notificationSetting) })
