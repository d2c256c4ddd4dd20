import { ACTIVITY_KINDS, type ActivityKind, SALE_KINDS } from '@opal/domain/live/activity-kinds'

/**
 * Titles of activities, in the product's words; a page replaces some of them by those from a wallet's view.
 * @source docs/product/activity.md#from-a-wallets-view
 */
export const ACTIVITY_TITLES: Readonly<Record<ActivityKind, string>> = {
  list: 'Listed',
  reprice: 'Price changed',
  delist: 'Delisted',
  'token-bid': 'Bid',
  'cancel-token-bid': 'Bid canceled',
  'collection-bid': 'Collection bid',
  'cancel-collection-bid': 'Collection bid canceled',
  'set-bid': 'Trait bid',
  'cancel-set-bid': 'Trait bid canceled',
  sale: 'Sold',
  'accept-token-bid': 'Accepted bid',
  'accept-collection-bid': 'Accepted bid',
  'accept-set-bid': 'Accepted bid',
  transfer: 'Transfer',
  mint: 'Mint',
  burn: 'Burn',
}

/** The filter of activity lists. */
export const ACTIVITY_TYPES = ['all', 'sales', 'listing', 'bid', 'transfer', 'mint'] as const
export type ActivityType = (typeof ACTIVITY_TYPES)[number]

/** Kinds behind each filter. */
export const KINDS_OF_TYPE: Readonly<Record<ActivityType, readonly ActivityKind[]>> = {
  all: ACTIVITY_KINDS,
  sales: SALE_KINDS,
  listing: ['list', 'reprice', 'delist'],
  bid: ['token-bid', 'cancel-token-bid', 'collection-bid', 'cancel-collection-bid', 'set-bid', 'cancel-set-bid'],
  transfer: ['transfer', 'burn'],
  mint: ['mint'],
}

/** Kinds of activity on bids on sets of tokens. */
export const SET_BID_KINDS: ReadonlySet<ActivityKind> = new Set(['set-bid', 'cancel-set-bid', 'accept-set-bid'])
