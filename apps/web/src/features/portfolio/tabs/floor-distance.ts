import { bpsOf } from '@opal/domain/prices/rates'
import type { Floors } from '../fetch-portfolio.ts'

/** Distance of a listing from the floor of its collection. */
export interface FloorDistance {
  /** `floor`: nothing is cheaper; `undercut`: another seller has the floor; `above`: the wallet itself has it. */
  readonly place: 'floor' | 'undercut' | 'above'
  /** Distance over the floor in basis points; negative below it. */
  readonly bps: number
}

/**
 * Returns the distance of a listing from the floor of its collection; null without a floor.
 * @param floors `own` is the cheapest of the wallet's own listings.
 */
export function floorDistance(price: bigint, { floor, own }: Floors): FloorDistance | null {
  if (floor === null) return null
  const bps = bpsOf(price - floor, floor)
  if (bps === null) return null
  if (price <= floor) return { place: 'floor', bps }
  return { place: own === null || own > floor ? 'undercut' : 'above', bps }
}
