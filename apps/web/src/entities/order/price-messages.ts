import { KINDS_OF_TYPE } from '@opal/contract/constants/activity-kinds'
import type { LiveMessage } from '@opal/contract/live'
import type { ActivityKind } from '@opal/domain/live/activity-kinds'

const { listing, sales, transfer, bid } = KINDS_OF_TYPE

/** Activities by which a token can be bought, or no longer. Bids change nothing that is for sale. */
const LISTING_ACTIVITIES: ReadonlySet<ActivityKind> = new Set([...listing, ...sales, ...transfer])
const BID_ACTIVITIES: ReadonlySet<ActivityKind> = new Set([...bid, ...sales])
const TOKEN_BID_ACTIVITIES: ReadonlySet<ActivityKind> = new Set(['token-bid', 'cancel-token-bid', 'accept-token-bid'])

/**
 * Returns whether a message may change what items of its collection are for sale for. Its floor alone says too little: without one's own listings
 * there is another, and there are those of traits.
 */
export function mayChangeAsks(message: LiveMessage): boolean {
  if (message.kind === 'activity') return LISTING_ACTIVITIES.has(message.activity.kind)
  return message.kind === 'floor_change' || message.kind === 'listings_change'
}

/** Item that bids are on, or a collection: any of its items. */
export interface BidTarget {
  readonly collectionId: string
  readonly tokenDataId: string | null
}

/**
 * Returns whether a message may change the bids on an item: those on itself, its collection, or a set of that. The best bid alone says too little:
 * without one's own bids there is another.
 */
export function mayChangeBids(message: LiveMessage, { collectionId, tokenDataId }: BidTarget): boolean {
  if (message.collectionId !== collectionId) return false
  // Also says that bids have expired, or that their bidders take or pay less, on an item as well.
  if (message.kind === 'bid_change') return true
  if (message.kind !== 'activity' || !BID_ACTIVITIES.has(message.activity.kind)) return false
  return !TOKEN_BID_ACTIVITIES.has(message.activity.kind) || message.activity.tokenDataId === tokenDataId
}
