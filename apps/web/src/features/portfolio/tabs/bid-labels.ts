import type { BidItem } from '@opal/contract/bids'
import { formatDistance } from '../../../shared/format/number.ts'

/** Formats a bid's distance from the floor in percent with one decimal; `-` without a floor. */
export function distanceFromFloor({ bidPrice, floorPrice }: Pick<BidItem, 'bidPrice' | 'floorPrice'>): string {
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
  const left = nowMs === null ? null : Number(expirationTime) * 1000 - nowMs
  if (executable === 'Expired' || (left !== null && left < 0)) return 'Expired'
  if (left === null) return '-'
  const minutes = Math.floor(left / 60_000)
  if (minutes < 60) return `in ${minutes}m`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `in ${hours}h` : `in ${Math.floor(hours / 24)}d`
}

/** Returns whether a bid has expired, by the local clock or the server's. */
export function isExpired(bid: Pick<BidItem, 'expirationTime' | 'executable'>, nowMs: number | null): boolean {
  if (bid.executable === 'Expired') return true
  return bid.expirationTime !== null && nowMs !== null && nowMs > Number(bid.expirationTime) * 1000
}
