import { compareOctas } from '../prices/octas.ts'
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

/** Comparisons of a bid with items of one royalty in a step, some milliseconds. */
const COMPARISONS_PER_STEP = 2_000

/** Items of one royalty that the same bids fit: each bid brings the same for all of them. */
class ItemGroup<Bid extends ExitBid> {
  readonly royalty: Rate
  /** In the order of the plan. */
  readonly items: ExitItem<Bid>[] = []
  /** Sorted by the least that they have to bring, the lowest last, where sold ones are removed. Null until they are needed. */
  #unsold: ExitItem<Bid>[] | null = null
  /** Sorted the other way round; closed ones are removed once the first is one. Null until they are needed. */
  #open: ExitItem<Bid>[] | null = null

  constructor(royalty: Rate) {
    this.royalty = royalty
  }

  /** Returns the unsold item that has to bring the least. */
  lowestUnsold(sold: ReadonlyMap<ExitItem<Bid>, Bid>): ExitItem<Bid> | undefined {
    this.#unsold ??= this.items.toSorted((one, other) => compareOctas(other.leastOctas, one.leastOctas))
    for (;;) {
      const last = this.#unsold.at(-1)
      if (last === undefined || !sold.has(last)) return last
      this.#unsold.pop()
    }
  }

  /** Returns the items that are not closed, the one first that has to bring the least. */
  openFromLowest(closed: ReadonlySet<ExitItem<Bid>>): readonly ExitItem<Bid>[] {
    this.#open ??= this.items.toSorted((one, other) => compareOctas(one.leastOctas, other.leastOctas))
    const [first] = this.#open
    if (first !== undefined && closed.has(first)) this.#open = this.#open.filter((item) => !closed.has(item))
    return this.#open
  }
}

/**
 * Items and the bids that they are sold into. Grows by one sale at a time; sold items stay sold. Bids are compared with groups of items, in
 * each with the item that has to bring the least: hundreds of items and thousands of bids that bring too little are not compared each with each.
 */
export class SaleMatching<Bid extends ExitBid> {
  /** Groups of the items that each bid fits. */
  readonly #groupsOf = new Map<Bid, readonly ItemGroup<Bid>[]>()
  readonly #sold = new Map<ExitItem<Bid>, Bid>()
  /** Items from which no search comes to an unsold one any more. */
  readonly #closed = new Set<ExitItem<Bid>>()
  /** Comparisons of a bid with a group of items, and how many of them there were at the end of the last step. */
  comparisons = 0
  #before = 0

  constructor(items: readonly ExitItem<Bid>[]) {
    const rates = new Map<string, Rate>()
    const ofBids = new Map<Bid, Map<Rate, ItemGroup<Bid>>>()
    const ofLists = new Map<readonly Bid[], Map<Rate, ItemGroup<Bid>>>()
    for (const item of items) {
      const key = `${item.royalty.numerator}/${item.royalty.denominator}`
      const royalty = rates.get(key) ?? item.royalty
      rates.set(key, royalty)
      for (const bid of item.bids) addTo(ofBids, bid, royalty, item)
      addTo(ofLists, item.sharedBids, royalty, item)
    }
    for (const [bid, groups] of ofBids) this.#groupsOf.set(bid, [...groups.values()])
    for (const [list, groups] of ofLists) {
      const shared = [...groups.values()]
      for (const bid of list) {
        const own = this.#groupsOf.get(bid)
        this.#groupsOf.set(bid, own === undefined ? shared : [...own, ...shared])
      }
    }
  }

  /** Returns all bids, the one first that brings most for the first of the items that it fits. */
  bidsByNet(): readonly Bid[] {
    const nets = new Map(
      [...this.#groupsOf].map(([bid, [first]]) => [bid, first === undefined ? 0n : netOf(bid, first.royalty)]),
    )
    return [...nets.keys()].toSorted((one, other) => compareOctas(nets.get(other) ?? 0n, nets.get(one) ?? 0n))
  }

  /** Items that are sold. */
  get size(): number {
    return this.#sold.size
  }

  bidOf(item: ExitItem<Bid>): Bid | null {
    return this.#sold.get(item) ?? null
  }

  /**
   * Sells one more item into a bid, for which sold items may change to others. @returns false where no item is left for it, now and later.
   */
  *sellInto(bid: Bid): Generator<undefined, boolean> {
    const unsold = this.#findUnsold(bid)
    yield* this.#endOfStep()
    if (unsold !== undefined) {
      this.#sold.set(unsold, bid)
      return true
    }
    /** The bid by which the search came to each item, and the item by whose bid it came to each bid. */
    const reachedBy = new Map<ExitItem<Bid>, Bid>()
    const freedBy = new Map<Bid, ExitItem<Bid> | null>([[bid, null]])
    const passed = new Map<ItemGroup<Bid>, number>()
    // Iterates over the entries added below, too.
    for (const next of freedBy.keys()) {
      for (const item of this.#itemsFor(next, passed)) {
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
      yield* this.#endOfStep()
    }
    for (const item of reachedBy.keys()) this.#closed.add(item)
    return false
  }

  *#endOfStep(): Generator<undefined, void> {
    if (this.comparisons - this.#before < COMPARISONS_PER_STEP) return
    this.#before = this.comparisons
    yield
  }

  /** Finds the first unsold item that a bid takes: in most markets there is one, and no sold item has to change. */
  #findUnsold(bid: Bid): ExitItem<Bid> | undefined {
    for (const group of this.#groupsOf.get(bid) ?? []) {
      this.comparisons += 1
      const lowest = group.lowestUnsold(this.#sold)
      if (lowest === undefined || bid.priceOctas < lowest.leastOctas) continue
      const net = netOf(bid, group.royalty)
      if (net >= lowest.leastOctas) return group.items.find((item) => !this.#sold.has(item) && net >= item.leastOctas)
    }
    return undefined
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

  /** Returns the items that can be sold into a bid. @param passed how many of each group earlier steps of the search have returned. */
  #itemsFor(bid: Bid, passed: Map<ItemGroup<Bid>, number>): readonly ExitItem<Bid>[] {
    return (this.#groupsOf.get(bid) ?? []).flatMap((group) => {
      this.comparisons += 1
      const open = group.openFromLowest(this.#closed)
      const from = passed.get(group) ?? 0
      const lowest = open[from]
      if (lowest === undefined || bid.priceOctas < lowest.leastOctas) return []
      const net = netOf(bid, group.royalty)
      let to = from
      while (to < open.length && (open[to]?.leastOctas ?? 0n) <= net) to += 1
      passed.set(group, to)
      return open.slice(from, to)
    })
  }
}

function addTo<Key, Bid extends ExitBid>(
  map: Map<Key, Map<Rate, ItemGroup<Bid>>>,
  key: Key,
  royalty: Rate,
  item: ExitItem<Bid>,
): void {
  const groups = map.get(key) ?? new Map<Rate, ItemGroup<Bid>>()
  map.set(key, groups)
  const group = groups.get(royalty) ?? new ItemGroup<Bid>(royalty)
  groups.set(royalty, group)
  group.items.push(item)
}

/** Returns the octas that a sale into a bid brings its seller, after commission and royalty. */
export function netOf({ priceOctas, commission }: ExitBid, royalty: Rate): bigint {
  return splitPrice(priceOctas, commission, royalty).sellerOctas
}
