import { compareOctas } from '../prices/octas.ts'
import { type ExitBid, type ExitItem, netOf, SaleMatching } from './sale-matching.ts'

/** A sale of a plan: one item into one bid. */
export interface ExitSale<Bid extends ExitBid> {
  readonly bid: Bid
  /** Octas that reach the seller. */
  readonly netOctas: bigint
}

export interface ExitPlan<Bid extends ExitBid> {
  /** In the order of the items; null where no bid is left. */
  readonly sales: readonly (ExitSale<Bid> | null)[]
  /** Octas that the best 1, 2, 3 ... sales bring together: each further one adds no more than the one before. */
  readonly proceeds: readonly bigint[]
}

/**
 * Chooses bids for items. The bids are filled from the one that brings most down, each as often as it still takes items, as its pool pays
 * it, and as there is an item left for it: items that are sold already change to other bids where that makes room. No other choice of as
 * many sales brings more, where the items that bids compete for have the same royalty, and pools pay all of their bids.
 * @see https://en.wikipedia.org/wiki/Matroid#Greedy_algorithm of the transversal matroid that bids and items are
 */
export function planExit<Bid extends ExitBid>(items: readonly ExitItem<Bid>[]): ExitPlan<Bid> {
  const planning = planExitInSteps(items)
  for (;;) {
    const { done, value } = planning.next()
    if (done === true) return value
  }
}

/** Comparisons of a bid with items of one royalty in a plan. */
const MAX_COMPARISONS = 2_000_000

/**
 * Plans as {@link planExit} does, in steps of some comparisons: anyone can make a collection whose items have a royalty each, and bid on it
 * thousands of times. Where there are millions to make, the bids that bring least are left out.
 */
export function* planExitInSteps<Bid extends ExitBid>(
  items: readonly ExitItem<Bid>[],
): Generator<undefined, ExitPlan<Bid>> {
  const matching = new SaleMatching(items)
  const pools = new Map<string, bigint>()
  for (const bid of matching.bidsByNet()) {
    if (matching.size === items.length || matching.comparisons > MAX_COMPARISONS) break
    const { pool, priceOctas, remainingAmount } = bid
    for (let left = remainingAmount; left > 0n; left -= 1n) {
      const octas = pool === null ? priceOctas : (pools.get(pool.id) ?? pool.octas)
      if (octas < priceOctas || !(yield* matching.sellInto(bid))) break
      if (pool !== null) pools.set(pool.id, octas - priceOctas)
    }
  }
  const sales = items.map((item) => {
    const bid = matching.bidOf(item)
    return bid === null ? null : { bid, netOctas: netOf(bid, item.royalty) }
  })
  const nets = sales
    .flatMap((sale) => (sale === null ? [] : sale.netOctas))
    .toSorted((one, other) => compareOctas(other, one))
  const proceeds: bigint[] = []
  for (const net of nets) proceeds.push((proceeds.at(-1) ?? 0n) + net)
  return { sales, proceeds }
}
