import type { Address } from '@opal/domain/address'
import type { ListingTerms } from '@opal/domain/prices/listing-terms'
import { sumOctas } from '@opal/domain/prices/octas'
import type { IndexedTransaction } from '../batch.ts'
import { address, described, eventBase, indexed, passes, timeOf, token } from './market-story.ts'
import type { ReferenceBid, ReferenceHistory, ReferenceMoment, ReferenceSale } from './reference-history.ts'
import { type PoolBidRow, ReferencePools } from './reference-pools.ts'
import { askedAt, isOver, isPublic, type TermedListing, termsOfMove, turnsBetween } from './reference-terms.ts'

/** One attempt of a trader; skipped when it makes no sense at that moment. */
export interface Move {
  readonly what:
    | 'list'
    | 'list-terms'
    | 'update-terms'
    | 'reprice'
    | 'delist'
    | 'buy'
    | 'send'
    | 'bid'
    | 'cancel-bid'
    | 'accept-bid'
    | 'deposit'
    | 'withdraw'
    | 'pool-bid'
    | 'set-bid'
    | 'cancel-pool-bid'
    | 'accept-pool-bid'
    | 'wait'
  readonly token: number
  readonly who: number
  /** In steps of half a thousandth of an APT. */
  readonly price: number
  readonly amount: number
}

interface Bid extends ReferenceBid {
  readonly expiresAtSeconds: bigint
  remaining: bigint
}

const TOKENS = 4
const WALLETS = 4
const BID_STEPS = 5n
/** Octas of a move's price: one step is below the least floor at which orders earn, two are at it. */
const PRICE_STEP = 50_000n

/**
 * A reference market in plain variables: plays moves as the native contract would (a listing holds its token),
 * records the transactions that result, and computes the stats without any SQL.
 */
export class ReferenceMarket implements ReferenceHistory {
  readonly mints: ReferenceHistory['mints'] = new Map()
  readonly transactions: IndexedTransaction[] = []
  readonly sales: ReferenceSale[] = []
  /** State after each version. */
  readonly past: ReferenceMoment[] = []
  readonly #owners = new Map<Address, Address>()
  readonly #listings = new Map<Address, TermedListing>()
  readonly #bids: Bid[] = []
  readonly #pools = new ReferencePools()
  #version = 0n

  constructor() {
    const ids = Array.from({ length: TOKENS }, (_, index) => address(`a${index}`))
    for (const [index, id] of ids.entries()) this.#owners.set(id, wallet(index))
    const ownerships = ids.flatMap((id) => passes(id, null, this.#owners.get(id) as Address))
    this.transactions.push(indexed(0n, [], { tokenDatas: ids.map(described), ownerships }))
    this.#remember()
  }

  get floor(): bigint | null {
    return ascending(this.#publicListings(timeOf(this.#version)).map(({ price }) => price))[0] ?? null
  }

  get listed(): number {
    return this.#publicListings(timeOf(this.#version)).length
  }

  get topBid(): bigint | null {
    const now = timeOf(this.#version) / 1_000_000n
    const live = this.#bids.filter((bid) => bid.remaining > 0n && bid.expiresAtSeconds > now).map((bid) => bid.price)
    return ascending([...live, ...this.#pools.livePrices(this.#version)]).at(-1) ?? null
  }

  /** Expected row of each bid that a pool pays, by its id. */
  get poolBids(): ReadonlyMap<string, PoolBidRow> {
    return this.#pools.rows(this.#version)
  }

  get poolBalances(): ReadonlyMap<string, bigint> {
    return this.#pools.balances
  }

  /** Wallets that hold something; a listed token is its seller's. */
  get owners(): number {
    return new Set([...this.#owners].map(([id, owner]) => this.#listings.get(id)?.seller ?? owner)).size
  }

  get volume(): bigint {
    return sumOctas(this.sales.map((sale) => sale.price))
  }

  play(move: Move): void {
    const listings = [...this.#listings.values()]
    // Moments between two versions: no trade has their version.
    for (const turn of turnsBetween(listings, timeOf(this.#version), timeOf(this.#version + 1n)))
      this.#remember(turn, -1n)
    this.#version += 1n
    const id = address(`a${move.token % TOKENS}`)
    this.transactions.push(
      this.#step(move, id, wallet(move.who), BigInt(move.price) * PRICE_STEP) ?? indexed(this.#version, []),
    )
    this.#remember()
  }

  /** Listings that anyone can buy at a moment, at its prices. */
  #publicListings(micros: bigint) {
    const open = [...this.#listings.values()].filter((listing) => isPublic(listing, micros))
    return open.map((listing) => ({ ...listing, price: askedAt(listing, micros), isNative: true }))
  }

  #remember(micros = timeOf(this.#version), version = this.#version): void {
    this.past.push({
      micros,
      version,
      holders: new Map([...this.#owners].map(([id, owner]) => [id, this.#listings.get(id)?.seller ?? owner])),
      listings: this.#publicListings(micros),
      bids: this.#bids.filter((bid) => bid.remaining > 0n).map((bid) => ({ ...bid })),
    })
  }

  #sell(token: Address, seller: Address, buyer: Address, price: bigint) {
    const [commissionOctas, royaltyOctas] = [price / 4n, price / 8n]
    const net = price - commissionOctas - royaltyOctas
    const sale = { token, seller, buyer, price, net, isNative: true }
    this.sales.push({ ...sale, version: this.#version, micros: timeOf(this.#version) })
    return { commissionOctas, royaltyOctas }
  }

  #step(move: Move, id: Address, who: Address, price: bigint): IndexedTransaction | null {
    const listing = this.#listings.get(id)
    const owner = this.#owners.get(id) as Address
    if (move.what === 'list' && listing === undefined) return this.#list(id, owner, price, null)
    const terms = termsOfMove(this.#version, price, move.amount, who)
    if (move.what === 'list-terms' && listing === undefined) return this.#list(id, owner, price, terms)
    if (move.what === 'update-terms' && listing !== undefined) return this.#reprice(id, { ...listing, price, terms })
    if (move.what === 'reprice' && listing !== undefined) {
      if (isOver(listing, timeOf(this.#version))) return null
      return this.#reprice(id, { ...listing, price, terms: listing.terms && { ...listing.terms, fall: null } })
    }
    if (move.what === 'delist' && listing !== undefined) return this.#delist(id)
    if (move.what === 'buy' && listing !== undefined) return this.#buy(id, who)
    if (move.what === 'send' && listing === undefined && who !== owner) {
      this.#owners.set(id, who)
      return indexed(this.#version, [], { ownerships: passes(id, owner, who) })
    }
    if (move.what === 'bid') return this.#bid(who, price, BigInt(move.amount))
    if (move.what === 'cancel-bid') return this.#cancelBid()
    if (isOfPools(move)) return this.#poolStep(move, { id, owner, who, price })
    return move.what === 'accept-bid' && listing === undefined ? this.#acceptBid(id, owner) : null
  }

  #poolStep(
    { what, amount }: Move,
    {
      id,
      owner,
      who,
      price,
    }: { readonly id: Address; readonly owner: Address; readonly who: Address; readonly price: bigint },
  ): IndexedTransaction | null {
    const [version, octas] = [this.#version, price * BigInt(amount)]
    if (what === 'deposit') return this.#pools.deposit(version, who, octas)
    if (what === 'withdraw') return this.#pools.withdraw(version, who, octas)
    if (what === 'cancel-pool-bid') return this.#pools.cancel(version, who)
    if (what === 'pool-bid' || what === 'set-bid') {
      // Some bids bring money for some of what they want, others rely on what is there.
      const deposit = amount === 2 ? price : 0n
      const only = what === 'set-bid' ? id : null
      return this.#pools.bid(version, who, { price, amount: BigInt(amount), only, deposit })
    }
    if (this.#listings.has(id)) return null
    const sell = (buyer: Address, octas: bigint) => this.#sell(id, owner, buyer, octas)
    const sold = this.#pools.accept(version, id, owner, sell)
    if (sold === null) return null
    this.#owners.set(id, sold.buyer)
    return sold.transaction
  }

  #reprice(id: Address, listing: TermedListing): IndexedTransaction {
    this.#listings.set(id, listing)
    return indexed(this.#version, [{ ...this.#placedEvent(id), kind: 'listing-placed' }])
  }

  #list(id: Address, owner: Address, price: bigint, terms: ListingTerms | null): IndexedTransaction {
    const listing = { id: address(`1${this.#version.toString(16)}`), seller: owner, price, terms }
    this.#listings.set(id, listing)
    this.#owners.set(id, listing.id)
    const placed = { ...this.#placedEvent(id), kind: 'listing-placed' as const }
    return indexed(this.#version, [placed], { ownerships: passes(id, owner, listing.id) })
  }

  #delist(id: Address): IndexedTransaction {
    const event = this.#listingEvent(id, this.#price(id))
    const ownerships = this.#leave(id, event.seller)
    return indexed(this.#version, [{ ...event, kind: 'listing-cancelled' }], { ownerships })
  }

  #buy(id: Address, buyer: Address): IndexedTransaction | null {
    const listing = this.#listings.get(id) as TermedListing
    const isKeptOut = listing.terms?.reservedFor != null && listing.terms.reservedFor !== buyer
    if (isKeptOut || isOver(listing, timeOf(this.#version))) return null
    const price = this.#price(id)
    const event = this.#listingEvent(id, price)
    const ownerships = this.#leave(id, buyer)
    const filled = { ...event, kind: 'listing-filled' as const, buyer, ...this.#sell(id, event.seller, buyer, price) }
    // A router's own event reports the same sale again.
    const routed = { ...filled, raw: { ...filled.raw, index: 1 } }
    return indexed(this.#version, [filled, routed], { ownerships })
  }

  #bid(buyer: Address, price: bigint, amount: bigint): IndexedTransaction {
    const expiresAtSeconds = timeOf(this.#version + BID_STEPS) / 1_000_000n
    const id = address(`b${this.#version.toString(16)}`)
    const bid = { id, buyer, price, expiresAtSeconds, remaining: amount, isNative: true }
    this.#bids.push(bid)
    const base = eventBase(this.#version, 0, price)
    const placed = { ...base, kind: 'collection-offer-placed' as const, offerId: bid.id, buyer, tokenAmount: amount }
    return indexed(this.#version, [{ ...placed, expiresAtSeconds }])
  }

  #cancelBid(): IndexedTransaction | null {
    const bid = this.#bids.find((each) => each.remaining > 0n)
    if (bid === undefined) return null
    const base = { ...eventBase(this.#version, 0, bid.price), offerId: bid.id, buyer: bid.buyer }
    const remainingAmount = bid.remaining
    bid.remaining = 0n
    return indexed(this.#version, [{ ...base, kind: 'collection-offer-cancelled', remainingAmount }])
  }

  #acceptBid(id: Address, seller: Address): IndexedTransaction | null {
    const now = timeOf(this.#version) / 1_000_000n
    const bid = this.#bids.find((each) => each.remaining > 0n && each.expiresAtSeconds > now)
    if (bid === undefined) return null
    bid.remaining -= 1n
    this.#owners.set(id, bid.buyer)
    const base = {
      ...eventBase(this.#version, 0, bid.price),
      token: token(id),
      offerId: bid.id,
      buyer: bid.buyer,
      seller,
    }
    // Every other fill leaves the remaining amount to be counted.
    const remainingAmount = bid.remaining % 2n === 0n ? bid.remaining : null
    const filled = { ...base, remainingAmount, ...this.#sell(id, seller, bid.buyer, bid.price) }
    const ownerships = passes(id, seller, bid.buyer)
    return indexed(this.#version, [{ ...filled, kind: 'collection-offer-filled' }], { ownerships })
  }

  #listingEvent(id: Address, price: bigint) {
    const { id: listingId, seller } = this.#listings.get(id) as { id: Address; seller: Address }
    return { ...eventBase(this.#version, 0, price), token: token(id), listingId, seller }
  }

  #placedEvent(id: Address) {
    const { price, terms } = this.#listings.get(id) as TermedListing
    return { ...this.#listingEvent(id, price), ...(terms !== null && { terms }) }
  }

  #price(id: Address): bigint {
    return askedAt(this.#listings.get(id) as TermedListing, timeOf(this.#version))
  }

  #leave(id: Address, to: Address) {
    const { id: listing } = this.#listings.get(id) as { id: Address }
    this.#listings.delete(id)
    this.#owners.set(id, to)
    return passes(id, listing, to)
  }
}

function isOfPools({ what }: Move): boolean {
  return what.includes('pool') || what === 'set-bid' || what === 'deposit' || what === 'withdraw'
}

function ascending(prices: readonly bigint[]): readonly bigint[] {
  return prices.toSorted((a, b) => (a < b ? -1 : 1))
}

function wallet(index: number): Address {
  return address(`f${index % WALLETS}`)
}
