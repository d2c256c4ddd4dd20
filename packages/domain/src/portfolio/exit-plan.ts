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
  /** Octas that the first 1, 2, 3 ... sales bring together: each further one adds no more than the one before. */
  readonly proceeds: readonly bigint[]
}

/**
 * Chooses bids for items: one sale after the other, each time the one that adds most to the proceeds, for which earlier sales change
 * their bids among each other. No bid takes more items than it wants, and no pool pays more than it holds: it pays what was chosen
 * first. Where pools pay all of their bids, no other choice of as many sales brings more.
 */
export function planExit<Bid extends ExitBid>(items: readonly ExitItem<Bid>[]): ExitPlan<Bid> {
  const pools = new Map<string, bigint>()
  const networks = connectedItems(items).map((part) => new SaleNetwork(part, items, pools))
  const proceeds: bigint[] = []
  for (;;) {
    const best = networks.reduce<NextSale<Bid>>(
      (most, network) => {
        const gain = network.nextGain()
        return gain !== null && gain > most.gain ? { network, gain } : most
      },
      { network: null, gain: -1n },
    )
    if (best.network === null) break
    proceeds.push((proceeds.at(-1) ?? 0n) + best.gain)
    best.network.sell()
  }
  const sales = new Map(networks.flatMap((network) => network.sales()))
  return { sales: items.map((_, at) => sales.get(at) ?? null), proceeds }
}

/** The sale that adds most; no network where each would take from the proceeds. */
interface NextSale<Bid extends ExitBid> {
  readonly network: SaleNetwork<Bid> | null
  readonly gain: bigint
}

/** Groups the places of items that compete for bids, directly or through others. */
function connectedItems<Bid extends ExitBid>(items: readonly ExitItem<Bid>[]): readonly (readonly number[])[] {
  const parents = items.map((_, at) => at)
  const rootOf = (at: number): number => {
    let root = at
    for (let parent = parents[root]; parent !== undefined && parent !== root; parent = parents[root]) root = parent
    parents[at] = root
    return root
  }
  const firstWith = new Map<Bid | readonly Bid[], number>()
  const connect = (at: number, to: Bid | readonly Bid[]) => {
    const first = firstWith.get(to)
    if (first === undefined) firstWith.set(to, at)
    else parents[rootOf(at)] = rootOf(first)
  }
  for (const [at, { bids, sharedBids }] of items.entries()) {
    if (!firstWith.has(sharedBids)) for (const bid of sharedBids) connect(at, bid)
    connect(at, sharedBids)
    for (const bid of bids) connect(at, bid)
  }
  return [...Map.groupBy(parents.keys(), rootOf).values()]
}

/** A place of the network that sales flow through: an item, a bid, or a step down the shared bids. */
interface Place<Bid extends ExitBid> {
  readonly arcs: Arc<Bid>[]
  /** Null for all but bids. */
  readonly bid: Bid | null
  /** Items that the bid still takes. */
  left: bigint
  /** Most octas that the next sale adds by the way to this place; null where none leads here. */
  gain: bigint | null
  /** Last part of that way; null at its beginning. */
  via: Arc<Bid> | null
  isQueued: boolean
}

/** A way from one place to the next, and back for sales that change their bids. */
class Arc<Bid extends ExitBid> {
  readonly from: Place<Bid>
  readonly to: Place<Bid>
  /** Octas that a sale gains on it. */
  readonly gain: bigint
  /** Further sales that may take it. */
  capacity: number
  readonly back: Arc<Bid>
  readonly isForward: boolean

  constructor(from: Place<Bid>, to: Place<Bid>, gain: bigint, capacity: number, forward?: Arc<Bid>) {
    this.from = from
    this.to = to
    this.gain = gain
    this.capacity = capacity
    this.isForward = forward === undefined
    this.back = forward ?? new Arc(to, from, -gain, 0, this)
  }
}

/**
 * Sales of items that compete for bids, as a flow of highest gain that grows by one sale at a time.
 * @see https://en.wikipedia.org/wiki/Minimum-cost_flow_problem
 */
class SaleNetwork<Bid extends ExitBid> {
  readonly #items = new Map<number, Place<Bid>>()
  readonly #unsold = new Set<Place<Bid>>()
  readonly #bids = new Map<Bid, Place<Bid>>()
  readonly #places: Place<Bid>[] = []
  /** Octas that pools still hold, shared by all networks. */
  readonly #pools: Map<string, bigint>
  /** End of the way of the next sale; undefined while it is not known. */
  #next: Place<Bid> | null | undefined

  constructor(part: readonly number[], items: readonly ExitItem<Bid>[], pools: Map<string, bigint>) {
    this.#pools = pools
    const ladders = new Map<readonly Bid[], Map<string, readonly Step<Bid>[]>>()
    for (const at of part) {
      const item = items[at]
      if (item === undefined) continue
      const place = this.#addPlace(null)
      this.#items.set(at, place)
      this.#unsold.add(place)
      for (const bid of item.bids) {
        const net = netOf(bid, item.royalty)
        if (net >= item.leastOctas) this.#connect(place, this.#placeOf(bid), net, 1)
      }
      const byRoyalty = ladders.get(item.sharedBids) ?? new Map<string, readonly Step<Bid>[]>()
      ladders.set(item.sharedBids, byRoyalty)
      const royalty = `${item.royalty.numerator}/${item.royalty.denominator}`
      const ladder = byRoyalty.get(royalty) ?? this.#addLadder(item.sharedBids, item.royalty, part.length)
      byRoyalty.set(royalty, ladder)
      const step = ladder.findLast(({ net }) => net >= item.leastOctas)
      if (step !== undefined) this.#connect(place, step.place, 0n, 1)
    }
  }

  /** Returns the octas that the next sale adds, negative where it takes some away; null where there is none. */
  nextGain(): bigint | null {
    // What another network sold may have emptied the pool.
    if (this.#next === undefined || (this.#next !== null && !this.#isOpen(this.#next))) this.#next = this.#search()
    return this.#next?.gain ?? null
  }

  /** Makes the next sale. */
  sell(): void {
    this.nextGain()
    let place = this.#next
    if (place == null || place.bid === null) return
    place.left -= 1n
    const { pool, priceOctas } = place.bid
    if (pool !== null) this.#pools.set(pool.id, (this.#pools.get(pool.id) ?? 0n) - priceOctas)
    for (; place.via !== null; place = place.via.from) {
      place.via.capacity -= 1
      place.via.back.capacity += 1
    }
    this.#unsold.delete(place)
    this.#next = undefined
  }

  /** Returns the sales by the places of their items. Can be called once. */
  sales(): readonly (readonly [number, ExitSale<Bid>])[] {
    return [...this.#items].flatMap(([at, item]) => {
      if (this.#unsold.has(item)) return []
      let netOctas = 0n
      let place = item
      while (place.bid === null) {
        const taken = place.arcs.find(({ isForward, back }) => isForward && back.capacity > 0)
        if (taken === undefined) throw new RangeError('A sold item has a way to its bid.')
        taken.back.capacity -= 1
        netOctas += taken.gain
        place = taken.to
      }
      return [[at, { bid: place.bid, netOctas }] as const]
    })
  }

  #addPlace(bid: Bid | null): Place<Bid> {
    const left = bid?.remainingAmount ?? 0n
    const place: Place<Bid> = { arcs: [], bid, left, gain: null, via: null, isQueued: false }
    this.#places.push(place)
    return place
  }

  #placeOf(bid: Bid): Place<Bid> {
    const known = this.#bids.get(bid)
    if (known !== undefined) return known
    const place = this.#addPlace(bid)
    this.#bids.set(bid, place)
    if (bid.pool !== null && !this.#pools.has(bid.pool.id)) this.#pools.set(bid.pool.id, bid.pool.octas)
    return place
  }

  #connect(from: Place<Bid>, to: Place<Bid>, gain: bigint, capacity: number): void {
    const arc = new Arc(from, to, gain, capacity)
    from.arcs.push(arc)
    to.arcs.push(arc.back)
  }

  /** Adds a step for each shared bid, best first: who enters at one can go on to any before it, not to those that bring less. */
  #addLadder(bids: readonly Bid[], royalty: Rate, capacity: number): readonly Step<Bid>[] {
    const sorted = bids
      .map((bid) => ({ bid, net: netOf(bid, royalty) }))
      .toSorted((a, b) => (a.net === b.net ? 0 : a.net > b.net ? -1 : 1))
    let before: Place<Bid> | null = null
    return sorted.map(({ bid, net }) => {
      const place = this.#addPlace(null)
      this.#connect(place, this.#placeOf(bid), net, capacity)
      if (before !== null) this.#connect(place, before, 0n, capacity)
      before = place
      return { place, net }
    })
  }

  #isOpen({ bid, left }: Place<Bid>): boolean {
    if (bid === null || left <= 0n) return false
    return bid.pool === null || (this.#pools.get(bid.pool.id) ?? 0n) >= bid.priceOctas
  }

  /** Finds the ways of the next sale to all places, and returns the open bid whose way gains most; null without one. */
  #search(): Place<Bid> | null {
    for (const place of this.#places) {
      place.gain = null
      place.via = null
    }
    const queue = [...this.#unsold]
    for (const place of queue) place.gain = 0n
    // The queue grows while it is walked.
    for (const place of queue) {
      place.isQueued = false
      for (const arc of place.arcs) {
        if (arc.capacity === 0 || place.gain === null) continue
        const { to } = arc
        const gain = place.gain + arc.gain
        if (to.gain !== null && to.gain >= gain) continue
        to.gain = gain
        to.via = arc
        if (!to.isQueued) queue.push(to)
        to.isQueued = true
      }
    }
    let best: Place<Bid> | null = null
    for (const place of this.#bids.values()) {
      if (place.gain === null || !this.#isOpen(place)) continue
      if (best === null || best.gain === null || place.gain > best.gain) best = place
    }
    return best
  }
}

/** A shared bid on the ladder of those with one royalty. */
interface Step<Bid extends ExitBid> {
  readonly place: Place<Bid>
  /** Octas that it brings the seller. */
  readonly net: bigint
}

function netOf({ priceOctas, commission }: ExitBid, royalty: Rate): bigint {
  return splitPrice(priceOctas, commission, royalty).sellerOctas
}
