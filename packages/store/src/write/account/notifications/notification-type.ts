/** What a wallet can be told of, each of which it can turn off. */
export const NOTIFICATION_TYPES = [
  'sold',
  'outbid',
  'offer-received',
  'offer-expiring',
  'listing-invalid',
  'floor-moved',
] as const
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

/** By how much the floor of a favourite moves before its wallet is told, where the wallet has not said: 10 %. */
export const DEFAULT_THRESHOLD_BPS = 1_000
