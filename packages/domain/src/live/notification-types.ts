/** Types of notifications, each of which a wallet can turn off. */
export const NOTIFICATION_TYPES = [
  'sold',
  'outbid',
  'offer-received',
  'offer-expiring',
  'listing-invalid',
  'floor-moved',
  'pool-short',
  'listing-reserved',
] as const
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]
