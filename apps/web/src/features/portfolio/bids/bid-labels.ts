import type { BidItem } from '@opal/contract/bids'
import { sumOctas } from '@opal/domain/prices/octas'
import { formatCount, formatDistance } from '../../../shared/format/number.ts'
import { formatTimeLeft } from '../../../shared/format/time.ts'

/** The words of what a sale brings: to the reader, or to another wallet. */
export const OUTCOME_LABELS = {
  own: {
    net: 'You receive',
    ofNet: 'What you receive per item, after marketplace fee and royalty.',
    ofCost:
      'What the item cost you. For a collection or trait bid: the item that Accept offers first, because you lose least by selling it.',
    ofGain: 'What you receive minus what the item cost you.',
  },
  others: {
    net: 'After fees',
    ofNet: 'What the holder receives per item, after marketplace fee and royalty.',
    ofCost: 'What the item cost its holder. For a collection or trait bid: the item whose sale loses the holder least.',
    ofGain: 'What the holder receives minus what the item cost.',
  },
} as const

/**
 * Formats a bid's distance from a floor in percent; `-` without a floor.
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

/**
 * Says for how many of its items the bidder's pool pays; null where the bid is not paid by a pool, has expired, or is funded in full.
 * @source docs/product/bids.md#pool-bids
 */
export function fundingLabel(bid: BidItem, nowMs: number | null): string | null {
  if (!isLivePoolBid(bid, nowMs) || BigInt(bid.fillable) >= BigInt(bid.total)) return null
  return bid.fillable === '0' ? 'Not funded' : `${formatCount(bid.fillable)} of ${formatCount(bid.total)} funded`
}

/**
 * Returns what bids of one wallet are for in all, and what of it is funded: locked, or in the wallet's pool. Octas; `funded` is null where
 * no open bid is paid by the pool.
 * @param pool octas in the wallet's pool, which several bids may share; null while unknown.
 */
export function sumOfBids(bids: readonly BidItem[], pool: bigint | null, nowMs: number | null) {
  const worth = (counted: readonly BidItem[], size: 'total' | 'fillable') =>
    sumOctas(counted.map((bid) => BigInt(bid.bidPrice) * BigInt(bid[size])))
  const pooled = bids.filter((bid) => isLivePoolBid(bid, nowMs))
  const covered = worth(pooled, 'fillable')
  const locked = worth(
    bids.filter(({ isPooled }) => !isPooled),
    'total',
  )
  return {
    total: worth(bids, 'total'),
    funded: pooled.length === 0 ? null : locked + (pool !== null && pool < covered ? pool : covered),
  }
}

function isLivePoolBid(bid: BidItem, nowMs: number | null): boolean {
  return bid.isPooled && !bid.expired && !isExpired(bid, nowMs)
}
