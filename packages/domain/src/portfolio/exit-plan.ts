import type { Rate } from '../prices/rates.ts'
import { splitPrice } from '../prices/sale-split.ts'

/** An open bid that items could be sold into. */
export interface ExitBid {
  /** Octas per item. */
  readonly priceOctas: bigint
  /** Commission of its marketplace. */
  readonly commission: Rate
  /** Items that it still takes. */
  readonly remainingAmount: bigint
  /** The pool that pays it, which other bids may share, and what it holds; null for a bid that holds its money. */
  readonly pool: { readonly id: string; readonly octas: bigint } | null
}

/** An item to sell, with the bids that it fits, each in one of the two lists. */
export interface ExitItem<Bid extends ExitBid> {
  readonly royalty: Rate
  /** Octas that its sale has to bring after commission and royalty. */
  readonly leastOctas: bigint
  /** Bids on this item, and on sets that it is in. */
  readonly bids: readonly Bid[]
  /** Bids on any item of its collection: the same array for all of them, which is looked through once. */
  readonly sharedBids: readonly Bid[]
}

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
  const matching = new SaleMatching(items)
  const pools = new Map<string, bigint>()
  for (const bid of matching.bidsByNet()) {
    if (matching.size === items.length) break
    const { pool, priceOctas, remainingAmount } = bid
    for (let left = remainingAmount; left > 0n; left -= 1n) {
      const octas = pool === null ? priceOctas : (pools.get(pool.id) ?? pool.octas)
      if (octas < priceOctas || !matching.sellInto(bid)) break
      if (pool !== null) pools.set(pool.id, octas - priceOctas)
    }
  }
  const sales = items.map((item) => {
    const bid = matching.bidOf(item)
    return bid === null ? null : { bid, netOctas: netOf(bid, item.royalty) }
  })
  const nets = sales.flatMap((sale) => (sale === null ? [] : sale.netOctas)).toSorted(descending)
  const proceeds: bigint[] = []
  for (const net of nets) proceeds.push((proceeds.at(-1) ?? 0n) + net)
  return { sales, proceeds }
}

/** Items and the bids that they are sold into. Grows by one sale at a time; sold items stay sold. */
class SaleMatching<Bid extends ExitBid> {
  /** Items that a bid of their own, or on a set, fits. */
  readonly #itemsOf = new Map<Bid, ExitItem<Bid>[]>()
  /** Items of each array of shared bids, and the array that each bid is in. */
  readonly #sharers = new Map<readonly Bid[], ExitItem<Bid>[]>()
  readonly #sharedIn = new Map<Bid, readonly Bid[]>()
  readonly #sold = new Map<ExitItem<Bid>, Bid>()
  /** Items from which no search comes to an unsold one any more. */
  readonly #closed = new Set<ExitItem<Bid>>()
  /** Rates of royalties: an object for each, so that its nets are found by it. */
  readonly #royalties = new Map<ExitItem<Bid>, Rate>()
  readonly #nets = new Map<Bid, Map<Rate, bigint>>()

  constructor(items: readonly ExitItem<Bid>[]) {
    const rates = new Map<string, Rate>()
    for (const item of items) {
      const key = `${item.royalty.numerator}/${item.royalty.denominator}`
      const rate = rates.get(key) ?? item.royalty
      this.#royalties.set(item, rate)
      rates.set(key, rate)
      for (const bid of item.bids) addTo(this.#itemsOf, bid, item)
      if (!this.#sharers.has(item.sharedBids))
        for (const bid of item.sharedBids) this.#sharedIn.set(bid, item.sharedBids)
      addTo(this.#sharers, item.sharedBids, item)
    }
  }

  /** Returns all bids, the one first that brings most for the first of the items that it fits. */
  bidsByNet(): readonly Bid[] {
    const bids = [...new Set([...this.#itemsOf.keys(), ...this.#sharedIn.keys()])]
    const nets = new Map(
      bids.map((bid) => {
        const [first] = this.#itemsOf.get(bid) ?? this.#sharers.get(this.#sharedIn.get(bid) ?? []) ?? []
        return [bid, first === undefined ? 0n : this.#netOf(bid, first)]
      }),
    )
    return bids.toSorted((one, other) => descending(nets.get(one) ?? 0n, nets.get(other) ?? 0n))
  }

  /** Items that are sold. */
  get size(): number {
    return this.#sold.size
  }

  bidOf(item: ExitItem<Bid>): Bid | null {
    return this.#sold.get(item) ?? null
  }

  /**
   * Sells one more item into a bid, for which sold items may change to others. @returns false where there is none: then there never will be.
   */
  sellInto(bid: Bid): boolean {
    const unsold = this.#findUnsold(bid)
    if (unsold !== undefined) {
      this.#sold.set(unsold, bid)
      return true
    }
    /** The bid by which the search came to each item, and the item by whose bid it came to each bid. */
    const reachedBy = new Map<ExitItem<Bid>, Bid>()
    const freedBy = new Map<Bid, ExitItem<Bid> | null>([[bid, null]])
    const rest = new Map<readonly Bid[], readonly ExitItem<Bid>[]>()
    // The map grows while it is walked.
    for (const next of freedBy.keys()) {
      for (const item of this.#itemsFor(next, rest)) {
        if (reachedBy.has(item) || this.#closed.has(item)) continue
        reachedBy.set(item, next)
        const before = this.#sold.get(item)
        if (before !== undefined) {
          if (!freedBy.has(before)) freedBy.set(before, item)
          continue
        }
        this.#change(item, reachedBy, freedBy)
        return true
      }
    }
    for (const item of reachedBy.keys()) this.#closed.add(item)
    return false
  }

  /** Finds the first unsold item that a bid takes: in most markets there is one, and no sold item has to change. */
  #findUnsold(bid: Bid): ExitItem<Bid> | undefined {
    const isFree = (item: ExitItem<Bid>) => !this.#sold.has(item) && this.#isWorth(bid, item)
    const list = this.#sharedIn.get(bid)
    return this.#itemsOf.get(bid)?.find(isFree) ?? (list && this.#sharers.get(list)?.find(isFree))
  }

  /** Sells the item at the end of a search, and moves each item on the way there to the bid by which it was reached. */
  #change(
    end: ExitItem<Bid>,
    reachedBy: ReadonlyMap<ExitItem<Bid>, Bid>,
    freedBy: ReadonlyMap<Bid, ExitItem<Bid> | null>,
  ): void {
    for (let item: ExitItem<Bid> | null = end; item !== null; ) {
      const bid = reachedBy.get(item)
      if (bid === undefined) return
      this.#sold.set(item, bid)
      item = freedBy.get(bid) ?? null
    }
  }

  /** Returns the items that can be sold into a bid. @param rest of those that share bids the ones that no search step has returned yet. */
  #itemsFor(bid: Bid, rest: Map<readonly Bid[], readonly ExitItem<Bid>[]>): readonly ExitItem<Bid>[] {
    const isWorth = (item: ExitItem<Bid>) => this.#isWorth(bid, item)
    const own = (this.#itemsOf.get(bid) ?? []).filter(isWorth)
    const list = this.#sharedIn.get(bid)
    if (list === undefined) return own
    const { yes = [], no = [] } = Object.groupBy(rest.get(list) ?? this.#sharers.get(list) ?? [], (item) =>
      isWorth(item) ? 'yes' : 'no',
    )
    rest.set(list, no)
    return own.length === 0 ? yes : [...own, ...yes]
  }

  /** Compares prices first, as a net is never above its price: callers choose the least, and most bids may be below it. */
  #isWorth(bid: Bid, item: ExitItem<Bid>): boolean {
    return bid.priceOctas >= item.leastOctas && this.#netOf(bid, item) >= item.leastOctas
  }

  #netOf(bid: Bid, item: ExitItem<Bid>): bigint {
    const royalty = this.#royalties.get(item) ?? item.royalty
    const nets = this.#nets.get(bid) ?? new Map<Rate, bigint>()
    const known = nets.get(royalty)
    if (known !== undefined) return known
    const net = netOf(bid, royalty)
    this.#nets.set(bid, nets.set(royalty, net))
    return net
  }
}

function addTo<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}

function descending(one: bigint, other: bigint): number {
  return one === other ? 0 : one > other ? -1 : 1
}

function netOf({ priceOctas, commission }: ExitBid, royalty: Rate): bigint {
  return splitPrice(priceOctas, commission, royalty).sellerOctas
}
