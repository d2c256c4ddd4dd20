import { bpsOf } from '@opal/domain/prices/rates'
import type { Floors } from '../fetch-portfolio.ts'

/** How a listing stands beside the floor of its collection. */
export interface ListingStanding {
  /** `floor`: nothing is cheaper; `undercut`: the wallet's cheapest of the collection, and another seller is cheaper. */
  readonly place: 'floor' | 'undercut' | 'above'
  /** Distance over the floor in basis points; negative below it. */
  readonly bps: number
}

/** Returns how a listing stands beside the floor of its collection and of the wallet's own listings; null without a floor. */
export function listingStanding(price: bigint, { floor, own }: Floors): ListingStanding | null {
  if (floor === null) return null
  const bps = bpsOf(price - floor, floor)
  if (bps === null) return null
  if (price <= floor) return { place: 'floor', bps }
  return { place: own === null || price <= own ? 'undercut' : 'above', bps }
}
