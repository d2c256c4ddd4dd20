import { createRandom, type Random } from '../random.ts'
import { Bids, type BidTerms } from './bids.ts'
import { HOUR_MICROS, hourOf } from './hour.ts'
import { type LargeMarket, mintOrder } from './large-market.ts'
import type { OpenOffer, PastState } from './past-state.ts'
import type { PastWriter } from './past-writer.ts'
import { type Milli, octasOf } from './prices.ts'
import { Trades } from './trades.ts'

const DAY_SECONDS = 86_400
/** Most items minted in one transaction, all to one wallet. */
const MAX_MINTED = 10
/** Most open offers on one collection. */
const MAX_OFFERS = 30
/** The entities of the long tail: the second collection, and the first token of the third. */
const COLLECTION_OF_MANY_BIDS = 1
const COLLECTION_OF_BUSY_TOKEN = 2

/**
 * Generates the synthetic past, one transaction after the other, up to the activities of the scale. Collections are minted, some far
 * more popular than others; their tokens are listed, bought, bid on and transferred. About a fifth is listed at any time.
 */
export class PlayPast {
  readonly #market: LargeMarket
  readonly #state: PastState
  readonly #writer: PastWriter
  readonly #random: Random
  readonly #trades: Trades
  readonly #bids: Bids
  readonly #endMicros: number
  /** Tokens in the order in which they are minted; the first `#minted` exist. */
  readonly #mintOrder: Int32Array
  #minted = 0
  #hour = 0
  #busyTrades = 0

  constructor(state: PastState, writer: PastWriter, endMicros: number) {
    this.#market = state.market
    this.#state = state
    this.#writer = writer
    this.#random = createRandom(`${state.market.seed}/past`)
    this.#trades = new Trades(state, writer)
    this.#bids = new Bids(state, writer)
    this.#endMicros = endMicros
    this.#mintOrder = mintOrder(state.market)
  }

  get isOver(): boolean {
    return this.#writer.written >= this.#market.scale.activities && this.#minted === this.#mintOrder.length
  }

  /** Generates the next transaction. */
  step(): void {
    const { activities, days } = this.#market.scale
    const share = Math.min(1, this.#writer.written / activities)
    const wholeMicros = days * DAY_SECONDS * 1_000_000
    this.#writer.atMicros = Math.floor(this.#endMicros - wholeMicros * (1 - share))
    this.#passHour()
    if (this.#minted < this.#mintOrder.length * Math.min(1, share ** 0.7 + 0.002)) this.#mint()
    else if (this.#growLongTail(share)) return
    else this.#trade(this.#pickToken())
  }

  /** Writes the stats of the last hour. */
  end(): void {
    this.#writeHour()
  }

  #passHour(): void {
    const hour = hourOf(this.#writer.atMicros)
    if (hour === this.#hour) return
    this.#writeHour()
    this.#hour = hour
  }

  #writeHour(): void {
    const state = this.#state
    for (const collection of state.touched) {
      const floor = state.floorOf(collection)
      this.#writer.sinks.hours.write([
        this.#market.collections.of(collection),
        this.#hour,
        octasOf(state.hourVolume[collection] ?? 0),
        state.hourSales[collection] ?? 0,
        floor === 0 ? null : octasOf(floor),
        state.listed[collection] ?? 0,
        state.owners[collection] ?? 0,
      ])
      state.hourVolume[collection] = 0
      state.hourSales[collection] = 0
    }
    state.touched.clear()
  }

  #mint(): void {
    const token = this.#mintOrder[this.#minted] ?? 0
    const collection = this.#state.collectionOf(token)
    const minter = this.#wallet()
    const cost = Math.round((this.#market.basePrices[collection] ?? 0) / 2)
    const last = (this.#market.firstToken[collection] ?? 0) + (this.#market.sizes[collection] ?? 0)
    const count = Math.min(last - token, this.#random.integer(1, MAX_MINTED))
    this.#begin(minter, 'drop::mint')
    for (let item = token; item < token + count; item += 1) this.#trades.mint(item, minter, cost)
    this.#minted += count
    // Many are listed when they are minted.
    if (!this.#random.chance(0.25)) return
    this.#begin(minter, 'coin_listing::init_fixed_price')
    for (let item = token; item < token + count; item += 1) this.#list(item)
  }

  /** Grows an entity of the long tail that is behind its share of the past. @returns whether there was one */
  #growLongTail(share: number): boolean {
    const { longTail } = this.#market.scale
    if (longTail === null) return false
    const busyToken = this.#market.firstToken[COLLECTION_OF_BUSY_TOKEN] ?? 0
    const bids = this.#state.offers.get(COLLECTION_OF_MANY_BIDS)?.length ?? 0
    if (this.#busyTrades < longTail.activities * share && (this.#state.mintVersion[busyToken] ?? 0) > 0) {
      this.#busyTrades += 1
      this.#tradeBusily(busyToken)
      return true
    }
    if (bids < longTail.bids * share && (this.#state.minted[COLLECTION_OF_MANY_BIDS] ?? 0) > 0) {
      const first = this.#market.firstToken[COLLECTION_OF_MANY_BIDS] ?? 0
      this.#bidOnCollection(first, COLLECTION_OF_MANY_BIDS)
      return true
    }
    if ((this.#state.items[this.#collector] ?? 0) >= longTail.items * share) return false
    const token = this.#pickToken()
    if ((this.#state.listPrice[token] ?? 0) > 0 || this.#ownerOf(token) === this.#collector) return false
    this.#begin(this.#ownerOf(token), 'object::transfer')
    this.#trades.transfer(token, this.#collector)
    return true
  }

  /** Trades a token; each call makes at least one activity of it. */
  #tradeBusily(token: number): void {
    if ((this.#state.listPrice[token] ?? 0) > 0) this.#tradeListed(token)
    else {
      this.#begin(this.#ownerOf(token), 'coin_listing::init_fixed_price')
      this.#list(token)
    }
  }

  /** Returns the wallet of the long tail; the others hardly ever trade as it. */
  get #collector(): number {
    return this.#market.scale.wallets - 1
  }

  /** Picks a token, mostly of a popular collection. */
  #pickToken(): number {
    if (this.#random.chance(0.6)) {
      const { byInterest } = this.#market
      const collection = byInterest[Math.floor(byInterest.length * this.#random.next() ** 3.5)] ?? 0
      const there = this.#state.minted[collection] ?? 0
      if (there > 0) return (this.#market.firstToken[collection] ?? 0) + Math.floor(there * this.#random.next())
    }
    return this.#mintOrder[Math.floor(this.#minted * this.#random.next())] ?? 0
  }

  #trade(token: number): void {
    if ((this.#state.listPrice[token] ?? 0) > 0) this.#tradeListed(token)
    else this.#tradeHeld(token)
  }

  #tradeListed(token: number): void {
    const owner = this.#ownerOf(token)
    const what = this.#random.next()
    if (what < 0.5) this.#buy(token, owner)
    else if (what < 0.8) {
      this.#begin(owner, 'coin_listing::end_fixed_price')
      this.#trades.delist(token)
    } else if (what < 0.95) {
      this.#begin(owner, 'coin_listing::update_price')
      this.#trades.reprice(token, this.#price(token))
    } else this.#bidOnToken(token)
  }

  #buy(token: number, owner: number): void {
    // Some sales are wash trades.
    const buyer = this.#random.chance(0.004) ? owner : this.#wallet()
    this.#begin(buyer, 'coin_listing::purchase')
    this.#trades.buy(token, buyer)
    if (!this.#random.chance(0.2)) return
    // Some purchases take several tokens.
    for (const next of this.#neighbours(token)) {
      if ((this.#state.listPrice[next] ?? 0) > 0) this.#trades.buy(next, buyer)
    }
  }

  #tradeHeld(token: number): void {
    const what = this.#random.next()
    if (what < 0.22) {
      this.#begin(this.#ownerOf(token), 'coin_listing::init_fixed_price')
      for (const item of [token, ...this.#neighbours(token).filter((next) => this.#hasFree(next, token))])
        this.#list(item)
    } else if (what < 0.45) {
      this.#begin(this.#ownerOf(token), 'object::transfer')
      this.#trades.transfer(token, this.#wallet())
    } else if (what < 0.7) this.#bidOnToken(token)
    else this.#tradeCollectionOffers(token, what < 0.92)
  }

  #tradeCollectionOffers(token: number, isBid: boolean): void {
    const collection = this.#state.collectionOf(token)
    const open = this.#state.offers.get(collection) ?? []
    const [oldest] = open
    if (oldest !== undefined && !isBid) this.#sellInto(token, oldest)
    else if (oldest !== undefined && open.length >= MAX_OFFERS && !this.#hasManyBids(collection)) {
      this.#begin(oldest.buyer, 'collection_offer::cancel')
      this.#bids.cancelOnCollection(collection, oldest)
    } else this.#bidOnCollection(token, collection)
  }

  #hasManyBids(collection: number): boolean {
    return this.#market.scale.longTail !== null && collection === COLLECTION_OF_MANY_BIDS
  }

  #bidOnCollection(token: number, collection: number): void {
    const terms = this.#terms(token, this.#random.integer(1, 5))
    this.#begin(terms.buyer, 'collection_offer::init_for_tokenv2')
    this.#bids.bidOnCollection(collection, terms)
  }

  #sellInto(token: number, offer: OpenOffer): void {
    this.#begin(this.#ownerOf(token), 'collection_offer::sell_tokenv2')
    this.#trades.accept(token, offer, 'collection-offer')
    if (offer.remaining === 0) this.#bids.endOnCollection(this.#state.collectionOf(token), offer, 'filled')
  }

  #bidOnToken(token: number): void {
    const offer = this.#state.tokenOffers.get(token)
    if (offer === undefined) {
      const terms = this.#terms(token, 1)
      this.#begin(terms.buyer, 'token_offer::init_for_tokenv2')
      this.#bids.bidOnToken(token, terms)
    } else if ((this.#state.listPrice[token] ?? 0) > 0 || this.#random.chance(0.5)) {
      this.#begin(offer.buyer, 'token_offer::cancel')
      this.#bids.cancelOnToken(token, offer)
    } else {
      this.#begin(this.#ownerOf(token), 'token_offer::sell_tokenv2')
      this.#trades.accept(token, offer, 'token-offer')
      this.#bids.endOnToken(token, offer, 'filled')
    }
  }

  /** Returns the tokens that come next in the same collection. */
  #neighbours(token: number): readonly number[] {
    const collection = this.#state.collectionOf(token)
    const end = (this.#market.firstToken[collection] ?? 0) + (this.#state.minted[collection] ?? 0)
    const count = Math.min(end - token - 1, this.#random.integer(0, 8))
    return Array.from({ length: count }, (_, at) => token + 1 + at)
  }

  /** Returns whether the owner of one token has the next one too, unlisted. */
  #hasFree(next: number, token: number): boolean {
    return this.#ownerOf(next) === this.#ownerOf(token) && (this.#state.listPrice[next] ?? 0) === 0
  }

  #ownerOf(token: number): number {
    return this.#state.owner[token] ?? 0
  }

  #list(token: number): void {
    this.#trades.list(token, this.#price(token), this.#marketplace())
  }

  #terms(token: number, wanted: number): BidTerms {
    const expires = Math.floor(this.#writer.atMicros / 1e6) + this.#random.integer(20, 400) * DAY_SECONDS
    const floor = this.#state.floor[this.#state.collectionOf(token)] || this.#price(token)
    const price = Math.max(1, Math.round(floor * this.#random.between(0.4, 0.98)))
    const expiresAtSeconds = this.#random.chance(0.8) ? expires : null
    return { marketplace: this.#marketplace(), buyer: this.#wallet(), price, wanted, expiresAtSeconds }
  }

  /** Returns a price around the collection's current level, mostly above the floor. */
  #price(token: number): Milli {
    const collection = this.#state.collectionOf(token)
    const mood = Math.sin(this.#writer.atMicros / (HOUR_MICROS * 24 * (20 + (collection % 30))) + collection)
    const base = this.#market.basePrices[collection] ?? 0
    return Math.max(1, Math.round(base * Math.exp(0.6 * mood + 0.9 * this.#random.next() ** 2)))
  }

  #wallet(): number {
    return Math.floor(this.#market.scale.wallets * this.#random.next() ** 2)
  }

  #marketplace(): number {
    return this.#writer.marketplaces.indexOf(this.#random.weighted(this.#writer.marketplaces))
  }

  #begin(sender: number, call: string): void {
    this.#writer.begin(sender, call)
  }
}
