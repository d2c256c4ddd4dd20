import type { Floors } from '../fetch-portfolio.ts'

/** How a listing stands beside the floor of its collection. */
export interface ListingStanding {
  /** `floor`: nothing is cheaper; `undercut`: the wallet's cheapest of the collection, and somebody else is cheaper. */
  readonly place: 'floor' | 'undercut' | 'above'
  /** Distance over the floor in basis points; negative below it. */
  readonly bps: number
}

/** Returns how a listing stands beside the floor of its collection and of the wallet's own listings; null without a floor. */
export function listingStanding(price: bigint, { floor, own }: Floors): ListingStanding | null {
  if (floor === null || floor === 0n) return null
  const bps = Number(((price - floor) * 10_000n) / floor)
  if (price <= floor) return { place: 'floor', bps }
  return { place: own === null || price <= own ? 'undercut' : 'above', bps }
}
