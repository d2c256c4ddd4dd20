import type { OpenOffer, PastState } from './past-state.ts'
import type { PastWriter } from './past-writer.ts'
import { type Milli, octasOf } from './prices.ts'

/** Terms of a new offer. */
export interface BidTerms {
  readonly marketplace: number
  readonly buyer: number
  readonly price: Milli
  readonly wanted: number
  readonly expiresAtSeconds: number | null
}

/** Offers as they come and go: each call is one thing that happens. */
export class Bids {
  readonly #state: PastState
  readonly #writer: PastWriter

  constructor(state: PastState, writer: PastWriter) {
    this.#state = state
    this.#writer = writer
  }

  bidOnToken(token: number, terms: BidTerms): void {
    const offer = this.#place(terms)
    this.#state.tokenOffers.set(token, offer)
    this.#writeActivity('token-bid', this.#state.collectionOf(token), offer, token)
  }

  bidOnCollection(collection: number, terms: BidTerms): void {
    const offer = this.#place(terms)
    const open = this.#state.offers.get(collection)
    if (open === undefined) this.#state.offers.set(collection, [offer])
    else open.push(offer)
    this.#writeActivity('collection-bid', collection, offer)
  }

  cancelOnToken(token: number, offer: OpenOffer): void {
    this.#writeActivity('cancel-token-bid', this.#state.collectionOf(token), offer, token)
    this.endOnToken(token, offer, 'cancelled')
  }

  cancelOnCollection(collection: number, offer: OpenOffer): void {
    this.#writeActivity('cancel-collection-bid', collection, offer)
    this.endOnCollection(collection, offer, 'cancelled')
  }

  /** Removes an offer whose end has its event already. */
  endOnToken(token: number, offer: OpenOffer, state: 'filled' | 'cancelled'): void {
    this.#state.tokenOffers.delete(token)
    if (this.#writer.isRecent) writeTokenOffer(this.#state, this.#writer, token, offer, state)
  }

  endOnCollection(collection: number, offer: OpenOffer, state: 'filled' | 'cancelled'): void {
    const open = this.#state.offers.get(collection) ?? []
    open.splice(open.indexOf(offer), 1)
    if (this.#writer.isRecent) writeCollectionOffer(this.#writer, collection, offer, state)
  }

  #place(terms: BidTerms): OpenOffer {
    const { version, atMicros } = this.#writer
    return { ...terms, order: this.#writer.newOrder(), version, atMicros, remaining: terms.wanted }
  }

  #writeActivity(
    kind: string,
    collection: number,
    { marketplace, buyer, price, order, remaining }: OpenOffer,
    token?: number,
  ) {
    this.#state.lastVersion[collection] = this.#writer.version
    const of = token === undefined ? { amount: remaining } : { token }
    this.#writer.writeActivity({ kind, collection, marketplace, from: buyer, price, order, ...of })
  }
}

type End = 'open' | 'filled' | 'cancelled'

/** Writes an offer on one token, from its beginning to its end. */
export function writeTokenOffer(state: PastState, writer: PastWriter, token: number, offer: OpenOffer, how: End): void {
  const { market, sinks } = writer
  const collection = market.collections.of(state.collectionOf(token))
  sinks.tokenOffers.write([
    writer.marketplaceId(offer.marketplace),
    writer.orderId(offer.order),
    market.tokens.of(token),
    0,
    'v2',
    collection,
    market.wallets.of(offer.buyer),
    octasOf(offer.price),
    offer.expiresAtSeconds,
    ...lifeOf(writer, offer, how),
  ])
}

/** Writes an offer on any token of a collection, from its beginning to its end. */
export function writeCollectionOffer(writer: PastWriter, collection: number, offer: OpenOffer, how: End): void {
  const { market, sinks } = writer
  sinks.collectionOffers.write([
    writer.marketplaceId(offer.marketplace),
    writer.orderId(offer.order),
    market.collections.of(collection),
    market.wallets.of(offer.buyer),
    octasOf(offer.price),
    offer.remaining,
    offer.remaining,
    isPooled(writer, offer),
    null,
    offer.expiresAtSeconds,
    ...lifeOf(writer, offer, how),
  ])
}

/** Every second wallet that bids on our own marketplace has its bids paid by a pool. */
function isPooled({ marketplaces }: PastWriter, { marketplace, buyer }: OpenOffer): boolean {
  return buyer % 2 === 1 && marketplaces[marketplace]?.isNative === true
}

/** Writes the pools of bidders, each with as much as its open bids cost together. */
export function writeBidPools(state: PastState, writer: PastWriter): void {
  const pools = new Map<string, { readonly offer: OpenOffer; milli: Milli }>()
  for (const offer of [...state.offers.values()].flat().filter((one) => isPooled(writer, one))) {
    const key = `${offer.marketplace} ${offer.buyer}`
    const pool = pools.get(key) ?? { offer, milli: 0 }
    pool.milli += offer.price * offer.remaining
    pools.set(key, pool)
  }
  const { market, sinks, version, endMicros } = writer
  for (const { offer, milli } of pools.values())
    sinks.pools.write([
      writer.marketplaceId(offer.marketplace),
      market.wallets.of(offer.buyer),
      octasOf(milli),
      version,
      endMicros,
    ])
}

function lifeOf(writer: PastWriter, offer: OpenOffer, how: End): (string | number)[] {
  const { version, atMicros } = offer
  const last = how === 'open' ? [version, 1, atMicros] : [writer.version, writer.eventIndex, writer.atMicros]
  return [how, how === 'open' ? validityOf(writer, offer) : 'ended', version, atMicros, ...last]
}

function validityOf({ endMicros }: PastWriter, { expiresAtSeconds }: OpenOffer): 'valid' | 'expired' {
  return expiresAtSeconds === null || expiresAtSeconds * 1_000_000 > endMicros ? 'valid' : 'expired'
}
