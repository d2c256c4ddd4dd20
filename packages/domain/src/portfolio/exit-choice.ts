import { tickOf } from '../prices/tick.ts'

/** The best choice for an item now. */
export type ExitChoice = 'sell' | 'list' | 'hold'

/** Why neither a sale nor a listing is proposed: its creator has frozen it, it would bring less than it has to, or there is no price for it. */
export type HoldReason = 'frozen' | 'below-cost' | 'no-market'

export interface ExitOptions {
  readonly isFrozen: boolean
  /** Octas that its planned sale brings; null without one. */
  readonly saleOctas: bigint | null
  /** Octas that its listing would bring at the asked price; null without one. */
  readonly listOctas: bigint | null
  /** Octas that others ask for such an item where no sale confirms that price; null otherwise. */
  readonly hopedOctas: bigint | null
  /** Least octas that either has to bring. */
  readonly leastOctas: bigint
  /** A bid would bring less than the least. */
  readonly hasLowBid: boolean
}

/** Share of a listing's proceeds from which on a sale now is preferred, in basis points. */
const SALE_SHARE_BPS = 9_000n

/**
 * Proposes what to do with an item: sell it where that brings at least nine tenths of what its listing would, else list it, else hold it. A sale
 * for half of what others ask, or less, is not proposed: that no one has paid their price yet does not make the bid a good one.
 * @source docs/product/portfolio-and-pnl.md#exit
 */
export function chooseExit(options: ExitOptions): { readonly choice: ExitChoice; readonly reason: HoldReason | null } {
  const { isFrozen, saleOctas, listOctas, hopedOctas, leastOctas, hasLowBid } = options
  if (isFrozen) return { choice: 'hold', reason: 'frozen' }
  const canList = listOctas !== null && listOctas >= leastOctas
  const isHalf = saleOctas !== null && hopedOctas !== null && saleOctas * 2n <= hopedOctas
  if (saleOctas !== null && !isHalf && (!canList || saleOctas * 10_000n >= listOctas * SALE_SHARE_BPS))
    return { choice: 'sell', reason: null }
  if (canList) return { choice: 'list', reason: null }
  return { choice: 'hold', reason: listOctas !== null || hasLowBid ? 'below-cost' : 'no-market' }
}

/** Listings by others of tokens with a trait of an item. */
export interface OthersTrait {
  readonly floorOctas: bigint
  /** Tokens of others that are listed. */
  readonly count: number
}

/** Tokens of others that have to be listed with a trait for its floor to count: one or two say what their sellers hope for. */
export const LEAST_LISTED = 3

/**
 * A trait floor of this many times what else is known of an item's price, or more, says nothing: who alone has such items asks
 * any price for all of them.
 */
const FAR_ABOVE = 20n

/** Returns whether a trait floor says what an item costs. @param knownOctas what else is known of its price; null for nothing. */
export function isCredibleTraitFloor(floorOctas: bigint, knownOctas: bigint | null): boolean {
  return knownOctas !== null && floorOctas < knownOctas * FAR_ABOVE
}

/**
 * Returns the highest floor of an item's traits; null where too few of each are for sale, or for far more than anything else says.
 * @param knownOctas the usual floor of the item's collection, or the item's last sale where that is higher; null where neither is known.
 * @source docs/product/portfolio-and-pnl.md#exit
 */
export function traitFloorOf(traits: readonly OthersTrait[], knownOctas: bigint | null): bigint | null {
  const credible = traits.filter(
    ({ floorOctas, count }) => count >= LEAST_LISTED && isCredibleTraitFloor(floorOctas, knownOctas),
  )
  return highestOf(credible.map(({ floorOctas }) => floorOctas))
}

/** Returns the highest of some amounts that are known; null where none is. */
export function highestOf(octas: readonly (bigint | null)[]): bigint | null {
  return octas.reduce((most, one) => (most === null || (one !== null && one > most) ? one : most), null)
}

/**
 * Returns the price at which an item is listed to sell next: a tick below the higher of the floors, the holder's own price where that is
 * no higher, and never below the least price.
 * @param floors of the collection, and of the item's traits; null for none. One below the least price is none: it costs its seller only gas.
 */
export function askingPrice(
  floors: readonly (bigint | null)[],
  ownOctas: bigint | null,
  leastPriceOctas: bigint,
): bigint | null {
  const known = floors.flatMap((floor) => (floor === null || floor < leastPriceOctas ? [] : floor))
  if (known.length === 0) return null
  const floor = known.reduce((most, one) => (one > most ? one : most))
  const below = floor - tickOf(floor)
  const asked = ownOctas !== null && ownOctas <= floor ? ownOctas : below
  return asked < leastPriceOctas ? leastPriceOctas : asked
}
