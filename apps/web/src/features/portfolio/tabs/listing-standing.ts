/** How a listing stands beside the floor of its collection. */
export interface ListingStanding {
  /** `floor`: nothing is cheaper; `undercut`: the wallet's cheapest of the collection, and somebody else is cheaper. */
  readonly place: 'floor' | 'undercut' | 'above'
  /** Distance over the floor in basis points; negative below it. */
  readonly bps: number
}

/**
 * Returns how a listing stands beside the floor; null without a floor.
 * @param cheapestOwn the lowest price that the wallet asks for any of the collection.
 */
export function listingStanding(price: bigint, floor: bigint | null, cheapestOwn: bigint): ListingStanding | null {
  if (floor === null || floor === 0n) return null
  const bps = Number(((price - floor) * 10_000n) / floor)
  if (price <= floor) return { place: 'floor', bps }
  return { place: price <= cheapestOwn ? 'undercut' : 'above', bps }
}
