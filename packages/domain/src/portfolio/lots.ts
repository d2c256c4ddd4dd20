/** The order book of a trade; also the way in which a lot was acquired or released. */
export type TradeBook = 'listing' | 'token-offer' | 'collection-offer'

/** One item that a wallet bought or sold. */
export interface LotTrade {
  readonly side: 'bought' | 'sold'
  readonly book: TradeBook
  /** Octas: the price when bought, the proceeds net of royalty and fee when sold; null when unknown. */
  readonly octas: bigint | null
}

/** Effect of one transaction on a wallet's holding of one token. */
export interface HoldingStep {
  readonly version: bigint
  readonly atMicros: bigint
  /** In the chain's order. */
  readonly trades: readonly LotTrade[]
  /** Items held afterwards; null while no write of the chain has stated it. */
  readonly held: bigint | null
  /** Whether the token itself names its owner here (v2): what was bought has then come, and may have gone on. */
  readonly isOwnerNamed: boolean
  /** Set when the token was minted here: the price per item that the wallet paid, null when unknown, and the items that it paid for. */
  readonly mint: { readonly costOctas: bigint | null; readonly items: bigint } | null
  readonly isBurnt: boolean
}

/** Release of a lot from the wallet. */
export interface LotRelease {
  readonly version: bigint
  readonly atMicros: bigint
  readonly by: TradeBook | 'transfer' | 'burn'
  /** Octas received net of royalty and fee; null unless sold, or when unknown. */
  readonly proceedsOctas: bigint | null
}

/** Items that came to a wallet together, and left together or are still there. */
export interface Lot {
  readonly version: bigint
  readonly atMicros: bigint
  /** Among the lots of one version. */
  readonly index: number
  readonly amount: bigint
  /** Unknown: sold without having been seen to come. */
  readonly by: TradeBook | 'mint' | 'transfer' | 'unknown'
  /** Octas for the whole lot; null: unknown, and left out of every sum. */
  readonly costOctas: bigint | null
  /** Bought, but the marketplace has not handed it over yet. */
  readonly isInTransit: boolean
  readonly release: LotRelease | null
}

/** Lots of a wallet and a token before further steps. */
export interface LotsSoFar {
  /** The oldest lots that were not released, in order, followed by those in transit. */
  readonly open: readonly Lot[]
  /** Number of the oldest ones among them. */
  readonly oldest: number
  /** Whether these are all open lots. */
  readonly isWhole: boolean
  /** Items of all open lots that are not in transit. */
  readonly inHand: bigint
}

/** The lots after further steps. */
export interface ContinuedLots {
  /** Without the open lots that were not given. */
  readonly lots: readonly Lot[]
  readonly inHand: bigint
}

/** Index of a lot that is numbered in the end. */
const UNNUMBERED = -1

type Origin = Pick<Lot, 'version' | 'atMicros' | 'by'>

/**
 * Folds further steps into lots of one wallet and one token, first in first out, with the same result as folding all steps from the
 * beginning. What trades do not explain of a change came or went by minting, burning or transfer; a transfer in has unknown cost.
 * @param steps in the chain's order, one for each version, all later than those that made the lots so far.
 * @returns null when more of the open lots are needed than were given.
 * @source docs/product/portfolio-and-pnl.md#cost
 */
export function continueLots(soFar: LotsSoFar, steps: readonly HoldingStep[]): ContinuedLots | null {
  const box = new LotBox(soFar)
  for (const step of steps) {
    const bought = trade(box, step)
    if (step.held !== null) reconcile(box, step, step.held, bought)
  }
  return box.isShort() ? null : { lots: numbered(box.all()), inHand: box.held() }
}

/** @returns how many items were bought. */
function trade(box: LotBox, { version, atMicros, trades }: HoldingStep): bigint {
  let bought = 0n
  for (const { side, book, octas } of trades) {
    if (side === 'bought') {
      box.add({ version, atMicros, by: book }, 1n, octas)
      bought += 1n
    } else {
      if (box.isEmpty()) box.add({ version, atMicros, by: 'unknown' }, 1n, null)
      box.release(1n, { version, atMicros, by: book, proceedsOctas: octas })
    }
  }
  return bought
}

function reconcile(box: LotBox, step: HoldingStep, held: bigint, bought: bigint): void {
  const { version, atMicros, mint, isBurnt } = step
  const missing = box.held() - held
  if (missing > 0n) {
    const late = step.isOwnerNamed ? 0n : missing < bought ? missing : bought
    box.putInTransit(late)
    box.release(missing - late, { version, atMicros, by: isBurnt ? 'burn' : 'transfer', proceedsOctas: null })
  } else if (missing < 0n) {
    const came = -missing - box.arrive(-missing)
    // More arrived than were minted: others were sent in the same transaction, and which ones were paid for is unknown.
    const cost = mint !== null && came <= mint.items ? mint.costOctas : null
    box.add({ version, atMicros, by: mint ? 'mint' : 'transfer' }, came, cost === null ? null : cost * came)
  }
}

/** The lots in hand, oldest first, and those that left. */
class LotBox {
  /** Those before `#first` have left: taking each of many out of an array would move all others. */
  readonly #open: Lot[]
  #first = 0
  readonly #closed: Lot[] = []
  #inHand: bigint
  #inTransit: number
  /** Number of lots that no unknown open lot is older than; null when all are known. */
  #oldest: number | null
  #isShort = false

  constructor({ open, oldest, isWhole, inHand }: LotsSoFar) {
    this.#open = [...open]
    this.#inHand = inHand
    this.#inTransit = open.filter((lot) => lot.isInTransit).length
    this.#oldest = isWhole ? null : oldest
  }

  all(): readonly Lot[] {
    return [...this.#closed, ...this.#open.slice(this.#first)]
  }

  /** Whether an open lot was needed that is not known here. */
  isShort(): boolean {
    return this.#isShort
  }

  isEmpty(): boolean {
    this.#isShort ||= this.#oldest === 0
    return this.#open.length === this.#first
  }

  held(): bigint {
    return this.#inHand
  }

  add(origin: Origin, amount: bigint, costOctas: bigint | null): void {
    if (amount <= 0n) return
    this.#open.push({ ...origin, index: UNNUMBERED, amount, costOctas, isInTransit: false, release: null })
    this.#inHand += amount
  }

  release(amount: bigint, release: LotRelease): void {
    for (let left = amount; left > 0n; ) {
      this.#isShort ||= this.#oldest === 0
      const lot = this.#open[this.#first]
      if (lot === undefined) return
      const [part, rest] = split(lot, left)
      if (rest !== null) this.#open[this.#first] = rest
      else this.#first += 1
      if (rest === null && this.#oldest !== null) this.#oldest -= 1
      if (!lot.isInTransit) this.#inHand -= part.amount
      else if (rest === null) this.#inTransit -= 1
      this.#closed.push({ ...part, isInTransit: false, release })
      left -= part.amount
    }
  }

  /** Bought items are single lots, the newest last. */
  putInTransit(amount: bigint): void {
    for (let at = Math.max(this.#first, this.#open.length - Number(amount)); at < this.#open.length; at += 1) {
      const lot = this.#open[at]
      if (lot === undefined || lot.isInTransit) continue
      this.#open[at] = { ...lot, isInTransit: true }
      this.#inHand -= lot.amount
      this.#inTransit += 1
    }
  }

  /** @returns how many of the items that were in transit have arrived. */
  arrive(amount: bigint): bigint {
    let arrived = 0n
    if (this.#inTransit === 0) return arrived
    for (let at = this.#first; at < this.#open.length && arrived < amount; at += 1) {
      const lot = this.#open[at]
      if (lot === undefined || !lot.isInTransit) continue
      arrived += lot.amount
      this.#inTransit -= 1
      this.#open[at] = { ...lot, isInTransit: false }
    }
    this.#inHand += arrived
    return arrived
  }
}

/** At most `amount` of a lot with its share of the cost, and what remains: it is numbered after what left. */
function split(lot: Lot, amount: bigint): [Lot, Lot | null] {
  if (lot.amount <= amount) return [lot, null]
  const cost = lot.costOctas === null ? null : (lot.costOctas * amount) / lot.amount
  const rest = lot.costOctas === null || cost === null ? null : lot.costOctas - cost
  const index = lot.index === UNNUMBERED ? UNNUMBERED : lot.index + 1
  return [
    { ...lot, amount, costOctas: cost },
    { ...lot, index, amount: lot.amount - amount, costOctas: rest },
  ]
}

/**
 * Numbers the lots of each version, in the order they left, those that stayed last. Earlier versions keep their numbers:
 * only the last lot of a version has several items and can be split.
 */
function numbered(lots: readonly Lot[]): readonly Lot[] {
  const next = new Map<bigint, number>()
  return lots.map((lot) => {
    if (lot.index !== UNNUMBERED) return lot
    const index = next.get(lot.version) ?? 0
    next.set(lot.version, index + 1)
    return { ...lot, index }
  })
}
