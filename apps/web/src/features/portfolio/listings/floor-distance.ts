import type { Listing } from '@opal/contract/shapes/orders'
import { bpsOf } from '@opal/domain/prices/rates'
import type { Floors } from '../fetch-portfolio.ts'

/** Distance of a listing from the floor of its collection. */
export interface FloorDistance {
  /**
   * `floor`: nothing is cheaper; `undercut`: another seller has gone below it since it has its price; `above`: something was
   * cheaper already, or is the wallet's own.
   */
  readonly place: 'floor' | 'undercut' | 'above'
  /** Distance over the floor in basis points; negative below it. */
  readonly bps: number
}

/**
 * Returns the distance of a listing from the floor of its collection; null without a floor.
 * @param floors `own` is the cheapest of the wallet's own listings.
 */
export function floorDistance(
  { price: text, version: since }: Pick<Listing, 'price' | 'version'>,
  { floor, own, version }: Floors,
): FloorDistance | null {
  if (floor === null) return null
  const price = BigInt(text)
  const bps = bpsOf(price - floor, floor)
  if (bps === null) return null
  if (price <= floor) return { place: 'floor', bps }
  const isOthers = own === null || own > floor
  return { place: isOthers && version !== null && version > BigInt(since) ? 'undercut' : 'above', bps }
}
