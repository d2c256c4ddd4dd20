import type { BidItem } from '@opal/contract/bids'
import { formatDistance } from '../../../shared/format/number.ts'
import { formatTimeLeft } from '../../../shared/format/time.ts'

/**
 * Formats a bid's distance from a floor in percent with one decimal; `-` without a floor.
 * @param floorPrice of what the bid is for: the collection, or the items of its set.
 */
export function distanceFromFloor({ bidPrice }: Pick<BidItem, 'bidPrice'>, floorPrice: string | null): string {
  if (floorPrice === null || floorPrice === '0') return '-'
  const [price, floor] = [BigInt(bidPrice), BigInt(floorPrice)]
  const distance = formatDistance(price, floor)
  return distance === null ? 'at floor' : `${distance} ${price < floor ? 'below' : 'above'}`
}

/** Formats the time until a bid expires. @source docs/product/bids.md#expired-bids */
export function expiryLabel(
  { expirationTime, executable }: Pick<BidItem, 'expirationTime' | 'executable'>,
  nowMs: number | null,
): string {
  if (expirationTime === null) return 'No expiry'
  if (isExpired({ expirationTime, executable }, nowMs)) return 'Expired'
  if (nowMs === null) return '-'
  return formatTimeLeft(expirationTime, nowMs)
}

/** Returns whether a bid has expired, by the local clock or the server's. */
export function isExpired(bid: Pick<BidItem, 'expirationTime' | 'executable'>, nowMs: number | null): boolean {
  if (bid.executable === 'Expired') return true
  return bid.expirationTime !== null && nowMs !== null && nowMs > Number(bid.expirationTime) * 1000
}
