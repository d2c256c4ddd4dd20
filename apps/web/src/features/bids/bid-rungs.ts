import type { BidLevel } from '@opal/contract/bids'
import { bpsOf } from '@opal/domain/prices/rates'

/** A level of the ladder with its cumulative depth. */
export interface BidRung extends BidLevel {
  /** Items wanted at this price or higher. */
  readonly depth: number
  /** Octas offered for these tokens. */
  readonly depthPrice: bigint
  /** Depth as a share of the deepest rung's, 0 to 1. */
  readonly share: number
}

/** Accumulates the depth of a ladder from its best price down. @param levels best price first. */
export function bidRungs(levels: readonly BidLevel[]): readonly BidRung[] {
  const deepest = levels.reduce((sum, { size }) => sum + Number(size), 0)
  let depth = 0
  let depthPrice = 0n
  return levels.map((level) => {
    depth += Number(level.size)
    depthPrice += BigInt(level.totalPrice)
    return { ...level, depth, depthPrice, share: deepest === 0 ? 0 : depth / deepest }
  })
}

/** Returns a level as it is now: without bids where all of them are gone. @param rungs best price first. */
export function rungNow(rungs: readonly BidRung[], former: BidRung): BidRung {
  const same = rungs.find(({ price }) => price === former.price)
  if (same !== undefined) return same
  const above = rungs.findLast(({ price }) => BigInt(price) > BigInt(former.price))
  return { ...former, size: '0', depth: above?.depth ?? 0, depthPrice: above?.depthPrice ?? 0n }
}

/** Returns the ids of levels that are new or have another size. */
export function changedLevels(before: readonly BidLevel[], after: readonly BidLevel[]): readonly string[] {
  const sizes = new Map(before.map(({ id, size }) => [id, size]))
  return after.filter(({ id, size }) => sizes.get(id) !== size).map(({ id }) => id)
}

/** Percent from which on a spread is not said in percent: a bid of many times the floor. */
const MAX_SPREAD_PERCENT = 1_000

/** Spread between the floor and the top bid. */
export interface Spread {
  readonly octas: bigint
  /** Percentage of the floor; null where it would have too many digits to be of use. */
  readonly percent: number | null
}

/** Returns the spread between the floor and the top bid; null when either side is missing. */
export function spreadOf(topBid: string | null, floor: string | null): Spread | null {
  if (topBid === null || floor === null) return null
  const octas = BigInt(floor) - BigInt(topBid)
  const share = bpsOf(octas, BigInt(floor))
  if (share === null) return null
  const percent = share / 100
  return { octas, percent: Math.abs(percent) < MAX_SPREAD_PERCENT ? percent : null }
}
