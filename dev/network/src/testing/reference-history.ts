import { decodeTransaction } from '@opal/chain/transaction/parse-transaction'
import { type Address, addressAt } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { jsonAt } from '@opal/domain/json'
import type { MarketEvent } from '@opal/domain/market-event'
import { sumOctas } from '@opal/domain/prices/octas'
import { tokenDataIdV1 } from '@opal/domain/tokens/token-id'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { decodeMarketEvents } from '@opal/marketplaces/decode/decode-market-events'
import type {
  ReferenceBid,
  ReferenceHistory,
  ReferenceListing,
  ReferenceMint,
  ReferenceMoment,
  ReferenceSale,
} from '@opal/store/ingest/testing/reference-history'

const TRANSFERS = new Set(['0x1::object::TransferEvent', '0x1::object::Transfer'])
const MINTS = new Set(['0x4::collection::MintEvent', '0x4::collection::Mint', '0x4::collection::ConcurrentMintEvent'])
const DEPOSIT_V1 = '0x3::token::TokenDeposit'
const MOVES_V1 = new Set([DEPOSIT_V1, '0x3::token::TokenWithdraw'])

/** An offer on one token, in plain words. */
export interface ReferenceTokenOffer {
  readonly token: Address
  readonly buyer: Address
  readonly price: bigint
  readonly expiresAtSeconds: bigint | null
  /** Null while it is open or expired. */
  readonly end: 'cancelled' | 'filled' | null
  /** Whether its marketplace is closed. */
  readonly isClosed: boolean
}

/** A listing with what is listed, which for the first standard it holds itself. */
interface KnownListing extends ReferenceListing {
  readonly token: Address
  readonly isClosed: boolean
}

type EventData = ChainTransaction['events'][number]['data']
type Writable<Of> = { -readonly [Name in keyof Of]: Of[Name] }

/**
 * Reference model of one collection of tokens of either standard, each of which is one item, in plain variables:
 * walks through the chain's own events, uses no database, and relies only on the recorded transfers.
 */
export class ReferenceRecorder implements ReferenceHistory {
  readonly past: ReferenceMoment[] = []
  readonly sales: ReferenceSale[] = []
  readonly mints = new Map<Address, ReferenceMint>()
  /** Every offer on one of the tokens that there ever was, by id. */
  readonly tokenOffers = new Map<string, Writable<ReferenceTokenOffer>>()
  readonly #collection: Address
  readonly #tokens: ReadonlySet<string>
  readonly #marketplaces: readonly DeployedMarketplace[]
  readonly #native: ReadonlySet<string>
  readonly #closed: ReadonlySet<string>
  readonly #owners = new Map<Address, Address>()
  readonly #listings = new Map<string, KnownListing>()
  readonly #bids = new Map<string, Writable<ReferenceBid & { readonly isClosed: boolean }>>()

  constructor(collection: Address, tokens: readonly Address[], marketplaces: readonly DeployedMarketplace[]) {
    this.#collection = collection
    this.#tokens = new Set(tokens)
    this.#marketplaces = marketplaces
    const idsOf = (some: readonly DeployedMarketplace[]) => new Set(some.map(({ adapter }) => adapter.id))
    this.#native = idsOf(marketplaces.filter(({ adapter }) => adapter.isNative))
    this.#closed = idsOf(marketplaces.filter(({ contracts }) => contracts.status !== 'active'))
  }

  record(bytes: Uint8Array): void {
    const transaction = decodeTransaction(bytes)
    if (!transaction.success) return
    const moved = this.#move(transaction)
    if (transaction.entryFunction?.endsWith('::drop::mint')) this.#mint(transaction)
    const { events } = decodeMarketEvents(transaction, this.#marketplaces)
    const traded = events.filter((event) => this.#concerns(event))
    for (const event of traded) this.#trade(event)
    if (moved || traded.length > 0) this.#addPast(transaction)
  }

  /** Ends the past at a version at which nothing happened any more. */
  end(version: bigint, micros: bigint): void {
    const last = this.past.at(-1)
    if (last !== undefined) this.past.push({ ...last, version, micros })
  }

  #move({ events }: ChainTransaction): boolean {
    let moved = false
    for (const { type, data } of events) {
      if (MOVES_V1.has(type)) moved = this.#moveV1(type, data) || moved
      const object = TRANSFERS.has(type) ? addressAt(data, 'object') : null
      const to = object === null ? null : addressAt(data, 'to')
      if (object === null || to === null || !this.#tokens.has(object)) continue
      this.#owners.set(object, to)
      moved = true
    }
    return moved
  }

  /** One payment for all tokens of the transaction, each at the same price. */
  #mint({ version, events }: ChainTransaction): void {
    const paid = events.flatMap(({ type, data }) =>
      /Withdraw/.test(type) ? BigInt(String(jsonAt(data, 'amount'))) : [],
    )
    const minted = events.flatMap(({ type, data }) => (MINTS.has(type) ? (addressAt(data, 'token') ?? []) : []))
    const price = sumOctas(paid) / BigInt(minted.length)
    for (const token of minted) if (this.#tokens.has(token)) this.mints.set(token, { version, price })
  }

  /**
   * Follows v1 deposits and withdrawals: between the two, in the escrow of an offer or a listing, a token has no owner.
   * @returns whether an owner changed.
   */
  #moveV1(type: string, data: EventData): boolean {
    const [token, account] = [tokenV1At(data), addressAt(data, 'account')]
    if (token === null || account === null || !this.#tokens.has(token)) return false
    if (type === DEPOSIT_V1) this.#owners.set(token, account)
    else this.#owners.delete(token)
    return true
  }

  #concerns(event: MarketEvent): boolean {
    if ('token' in event) return this.#tokens.has(event.token.tokenDataId)
    return event.collection.collectionId === this.#collection || this.#bids.has(idOf(event))
  }

  #trade(event: MarketEvent): void {
    const { marketplace, priceOctas: price } = event
    const [isNative, isClosed] = [this.#native.has(marketplace), this.#closed.has(marketplace)]
    switch (event.kind) {
      case 'listing-placed':
        this.#place(event, { isNative, isClosed })
        return
      case 'listing-cancelled':
        this.#listings.delete(idOf(event))
        return
      case 'listing-filled': {
        const terms = event.seller === null ? this.#listings.get(idOf(event)) : { seller: event.seller, price }
        this.#listings.delete(idOf(event))
        if (terms !== undefined) this.#sell(event, terms)
        return
      }
      case 'collection-offer-placed': {
        const { buyer, expiresAtSeconds, tokenAmount: remaining, offerId: id } = event
        this.#bids.set(idOf(event), { id, buyer, price, expiresAtSeconds, remaining, isNative, isClosed })
        return
      }
      case 'collection-offer-cancelled':
        this.#bids.delete(idOf(event))
        return
      case 'collection-offer-filled': {
        const bid = this.#bids.get(idOf(event))
        if (bid !== undefined) bid.remaining -= 1n
        if (bid?.remaining === 0n) this.#bids.delete(idOf(event))
        this.#sell(event, { seller: event.seller, price })
        return
      }
      case 'token-offer-placed': {
        const { offerId: id, buyer, expiresAtSeconds } = event
        const token = event.token.tokenDataId
        this.tokenOffers.set(id, { token, buyer, price, expiresAtSeconds, end: null, isClosed })
        return
      }
      case 'token-offer-cancelled':
        this.#end(event.offerId, 'cancelled')
        return
      case 'token-offer-filled':
        this.#end(event.offerId, 'filled')
        this.#sell(event, { seller: event.seller, price })
        return
      case 'pool-offer-filled':
        this.#sell(event, { seller: event.seller, price })
    }
  }

  #place(
    event: Extract<MarketEvent, { kind: 'listing-placed' }>,
    marketplace: Pick<KnownListing, 'isNative' | 'isClosed'>,
  ): void {
    const { listingId: id, seller, priceOctas: price } = event
    this.#listings.set(idOf(event), { id, seller, price, token: event.token.tokenDataId, ...marketplace })
  }

  #end(offerId: string, end: 'cancelled' | 'filled'): void {
    const offer = this.tokenOffers.get(offerId)
    if (offer !== undefined) offer.end = end
  }

  #sell(
    event: Extract<MarketEvent, { kind: `${string}-filled` }>,
    { seller, price }: { readonly seller: Address; readonly price: bigint },
  ): void {
    const { version, buyer, commissionOctas, royaltyOctas } = event
    const token = event.token.tokenDataId
    const net = commissionOctas === null || royaltyOctas === null ? null : price - commissionOctas - royaltyOctas
    const isNative = this.#native.has(event.marketplace)
    this.sales.push({ version, micros: event.timestampMicros, token, seller, buyer, price, net, isNative })
  }

  #addPast({ version, timestampMicros }: ChainTransaction): void {
    const listed = [...this.#listings.values()]
    const sellers = new Map(listed.map(({ id, seller }) => [id, seller]))
    // A v1 token is inside the listing, where it has no owner.
    const escrowed = listed.map(({ token, seller }) => [token, seller] as const)
    this.past.push({
      version,
      micros: timestampMicros,
      holders: new Map([
        ...escrowed,
        ...[...this.#owners].map(([token, owner]) => [token, sellers.get(owner) ?? owner] as const),
      ]),
      listings: listed.filter(({ isClosed }) => !isClosed),
      bids: [...this.#bids.values()].filter(({ isClosed }) => !isClosed).map((bid) => ({ ...bid })),
    })
  }
}

function idOf(event: MarketEvent): string {
  return `${event.marketplace}/${'listingId' in event ? event.listingId : event.offerId}`
}

function tokenV1At(data: EventData): Address | null {
  const creator = addressAt(data, 'id.token_data_id.creator')
  const [collection, name] = [jsonAt(data, 'id.token_data_id.collection'), jsonAt(data, 'id.token_data_id.name')]
  if (creator === null || typeof collection !== 'string' || typeof name !== 'string') return null
  return tokenDataIdV1(creator, collection, name)
}
