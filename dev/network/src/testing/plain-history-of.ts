import { decodeTransaction } from '@opal/chain/decode-transaction'
import { type Address, toAddressOrNull } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { jsonAt } from '@opal/domain/json'
import type { MarketEvent } from '@opal/domain/market-event'
import { decodeMarketEvents } from '@opal/marketplaces/decode-market-events'
import type { DeployedMarketplace } from '@opal/marketplaces/network-contracts'
import type {
  PlainBid,
  PlainHistory,
  PlainListing,
  PlainMoment,
  PlainSale,
} from '@opal/store/write/test-data/plain-history'

const TRANSFERS = new Set(['0x1::object::TransferEvent', '0x1::object::Transfer'])
/** An offer on one token, in plain words. */
export interface PlainTokenOffer {
  readonly token: Address
  readonly buyer: Address
  readonly price: bigint
  readonly expiresAtSeconds: bigint | null
  /** Null: it stands, run out or not. */
  readonly end: 'cancelled' | 'filled' | null
}

type Writable<Of> = { -readonly [Name in keyof Of]: Of[Name] }

/**
 * What happened to one collection of v2 tokens, in plain variables: walks through the chain's own events, knows nothing of
 * any database, and counts on nothing but who passed what to whom.
 */
export class PlainRecorder implements PlainHistory {
  readonly past: PlainMoment[] = []
  readonly sales: PlainSale[] = []
  /** Every offer on one of the tokens that there ever was, by id. */
  readonly tokenOffers = new Map<string, Writable<PlainTokenOffer>>()
  readonly #collection: Address
  readonly #tokens: ReadonlySet<string>
  readonly #venues: readonly DeployedMarketplace[]
  readonly #native: ReadonlySet<string>
  readonly #owners = new Map<Address, Address>()
  readonly #listings = new Map<string, Writable<PlainListing>>()
  readonly #bids = new Map<string, Writable<PlainBid>>()

  constructor(collection: Address, tokens: readonly Address[], venues: readonly DeployedMarketplace[]) {
    this.#collection = collection
    this.#tokens = new Set(tokens)
    this.#venues = venues
    this.#native = new Set(venues.filter(({ adapter }) => adapter.isNative).map(({ adapter }) => adapter.id))
  }

  hear(bytes: Uint8Array): void {
    const transaction = decodeTransaction(bytes)
    if (!transaction.success) return
    const moved = this.#move(transaction)
    const { events } = decodeMarketEvents(transaction, this.#venues)
    const traded = events.filter((event) => this.#concerns(event))
    for (const event of traded) this.#trade(event)
    if (moved || traded.length > 0) this.#remember(transaction)
  }

  /** The last moment, at which nothing happened any more. */
  end(version: bigint, micros: bigint): void {
    const last = this.past.at(-1)
    if (last !== undefined) this.past.push({ ...last, version, micros })
  }

  #move({ events }: ChainTransaction): boolean {
    let moved = false
    for (const { type, data } of events) {
      const object = TRANSFERS.has(type) ? addressAt(data, 'object') : null
      const to = object === null ? null : addressAt(data, 'to')
      if (object === null || to === null || !this.#tokens.has(object)) continue
      this.#owners.set(object, to)
      moved = true
    }
    return moved
  }

  #concerns(event: MarketEvent): boolean {
    if ('token' in event) return this.#tokens.has(event.token.tokenDataId)
    return event.collection.collectionId === this.#collection || this.#bids.has(idOf(event))
  }

  #trade(event: MarketEvent): void {
    const { marketplace, priceOctas: price } = event
    const isNative = this.#native.has(marketplace)
    switch (event.kind) {
      case 'listing-placed':
        this.#listings.set(idOf(event), { id: event.listingId, seller: event.seller, price, isNative })
        return
      case 'listing-cancelled':
        this.#listings.delete(idOf(event))
        return
      case 'listing-filled':
        this.#listings.delete(idOf(event))
        this.#sell(event)
        return
      case 'collection-offer-placed': {
        const { buyer, expiresAtSeconds, tokenAmount: remaining, offerId: id } = event
        this.#bids.set(idOf(event), { id, buyer, price, expiresAtSeconds, remaining, isNative })
        return
      }
      case 'collection-offer-cancelled':
        this.#bids.delete(idOf(event))
        return
      case 'collection-offer-filled': {
        const bid = this.#bids.get(idOf(event))
        if (bid !== undefined) bid.remaining -= 1n
        if (bid?.remaining === 0n) this.#bids.delete(idOf(event))
        this.#sell(event)
        return
      }
      case 'token-offer-placed': {
        const { offerId: id, buyer, expiresAtSeconds } = event
        const token = event.token.tokenDataId
        this.tokenOffers.set(id, { token, buyer, price, expiresAtSeconds, end: null })
        return
      }
      case 'token-offer-cancelled':
        this.#end(event.offerId, 'cancelled')
        return
      case 'token-offer-filled':
        this.#end(event.offerId, 'filled')
        this.#sell(event)
    }
  }

  #end(offerId: string, end: 'cancelled' | 'filled'): void {
    const offer = this.tokenOffers.get(offerId)
    if (offer !== undefined) offer.end = end
  }

  #sell(event: Extract<MarketEvent, { kind: `${string}-filled` }>): void {
    const { version, seller, buyer, priceOctas: price, commissionOctas, royaltyOctas } = event
    const token = event.token.tokenDataId
    const net = commissionOctas === null || royaltyOctas === null ? null : price - commissionOctas - royaltyOctas
    const isNative = this.#native.has(event.marketplace)
    this.sales.push({ version, micros: event.timestampMicros, token, seller, buyer, price, net, isNative })
  }

  #remember({ version, timestampMicros }: ChainTransaction): void {
    const sellers = new Map([...this.#listings.values()].map(({ id, seller }) => [id, seller]))
    this.past.push({
      version,
      micros: timestampMicros,
      holders: new Map([...this.#owners].map(([token, owner]) => [token, sellers.get(owner) ?? owner])),
      listings: [...this.#listings.values()].map((listing) => ({ ...listing })),
      bids: [...this.#bids.values()].map((bid) => ({ ...bid })),
    })
  }
}

function idOf(event: MarketEvent): string {
  return `${event.marketplace}/${'listingId' in event ? event.listingId : event.offerId}`
}

function addressAt(data: ChainTransaction['events'][number]['data'], path: string): Address | null {
  const value = jsonAt(data, path)
  return typeof value === 'string' ? toAddressOrNull(value) : null
}
