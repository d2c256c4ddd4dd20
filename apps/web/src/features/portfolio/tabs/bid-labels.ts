import type { BidItem } from '@opal/contract/bids'
import { formatCount } from '../../../shared/format/number.ts'

/** How a bid stands beside the floor, in per cent with one decimal; `-` where there is no floor. */
export function distanceFromFloor({ bidPrice, floorPrice }: Pick<BidItem, 'bidPrice' | 'floorPrice'>): string {
  if (floorPrice === null || floorPrice === '0') return '-'
  const permille = ((BigInt(bidPrice) - BigInt(floorPrice)) * 1000n) / BigInt(floorPrice)
  if (permille === 0n) return 'at floor'
  const size = permille < 0n ? -permille : permille
  const text = size >= 10_000n ? formatCount(Number(size / 10n)) : `${size / 10n}.${size % 10n}`
  return `${text}% ${permille < 0n ? 'below' : 'above'}`
}

/** When a bid runs out. @source docs/product/bids.md#expired-bids */
export function expiryLabel(
  { expirationTime, executable }: Pick<BidItem, 'expirationTime' | 'executable'>,
  nowMs: number | null,
): string {
  if (expirationTime === null) return 'No end'
  const left = nowMs === null ? null : Number(expirationTime) * 1000 - nowMs
  if (executable === 'Expired' || (left !== null && left < 0)) return 'Expired'
  if (left === null) return '-'
  const minutes = Math.floor(left / 60_000)
  if (minutes < 60) return `in ${minutes}m`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `in ${hours}h` : `in ${Math.floor(hours / 24)}d`
}

/** Has it run out, by the reader's clock or by the server's? */
export function isExpired(bid: Pick<BidItem, 'expirationTime' | 'executable'>, nowMs: number | null): boolean {
  if (bid.executable === 'Expired') return true
  return bid.expirationTime !== null && nowMs !== null && nowMs > Number(bid.expirationTime) * 1000
}
