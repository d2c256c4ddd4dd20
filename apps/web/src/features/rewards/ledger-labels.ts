import type { RewardsEntry } from '@opal/contract/rewards'
import { formatCount, formatCounted, formatDistance } from '../../shared/format/number.ts'
import { formatPoints } from '../../shared/format/points.ts'

/** Labels of the rules by which points are earned. */
export const RULE_LABELS: Readonly<Record<RewardsEntry['rule'], string>> = {
  buying: 'Purchase',
  listing: 'Listing',
  bidding: 'Collection bid',
}

type Worked = Pick<RewardsEntry, 'rule' | 'price' | 'floorPrice' | 'size' | 'hours' | 'pointsPerHour'>

/** Describes the computation of a row's points. */
export function explainEntry(entry: Worked, isNative: boolean): string {
  if (entry.rule === 'buying') return `${isNative ? 100 : 25} points for each APT of the price`
  const rate = `${formatPoints(entry.pointsPerHour)} an hour`
  const hours = formatCounted(entry.hours, 'hour')
  const size = entry.rule === 'bidding' && entry.size !== '1' ? `, for ${formatCount(entry.size)} items` : ''
  return `${offFloor(BigInt(entry.price), entry.floorPrice)}${size}: ${rate} for ${hours}`
}

/** Formats a price's distance from the floor in percent. */
function offFloor(price: bigint, floorPrice: string | null): string {
  const floor = floorPrice === null ? 0n : BigInt(floorPrice)
  if (floor <= 0n) return 'no floor'
  const distance = formatDistance(price, floor)
  return distance === null ? 'at the floor' : `${distance} ${price < floor ? 'below' : 'above'} the floor`
}
