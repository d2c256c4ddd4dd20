import { hourOf } from './hour.ts'
import { ACQUIRED_BY, type OpenOffer, type PastState } from './past-state.ts'
import type { PastWriter } from './past-writer.ts'
import { feesOf, type Milli, octasOf } from './prices.ts'

type Source = 'listing' | 'token-offer' | 'collection-offer'

/** Transfers of tokens: each call is one activity, passed to the writer and applied to the state. */
export class Trades {
  readonly #state: PastState
  readonly #writer: PastWriter

  constructor(state: PastState, writer: PastWriter) {
    this.#state = state
    this.#writer = writer
  }

  mint(token: number, minter: number, cost: Milli): void {
    const state = this.#state
    const collection = state.collectionOf(token)
    const { version, atMicros } = this.#writer
    state.mintVersion[token] = version
    state.mintAt[token] = atMicros
    const minted = state.minted[collection] ?? 0
    if (minted === 0) state.firstMinter[collection] = minter
    else if (state.firstMinter[collection] !== minter) state.hasSeveralMinters[collection] = 1
    state.minted[collection] = minted + 1
    this.#acquire(token, minter, 'mint', cost)
    this.#writer.writeActivity({ kind: 'mint', collection, token, from: minter, to: minter, amount: 1 })
  }

  transfer(token: number, to: number): void {
    const from = this.#ownerOf(token)
    this.#release(token, 'transfer', null)
    this.#acquire(token, to, 'transfer', 0)
    this.#writer.writeActivity({
      kind: 'transfer',
      collection: this.#state.collectionOf(token),
      token,
      from,
      to,
      amount: 1,
    })
  }

  list(token: number, price: Milli, marketplace: number): void {
    const state = this.#state
    const order = this.#writer.newOrder()
    state.setListing(token, price)
    state.listOrder[token] = order
    state.listMarketplace[token] = marketplace
    state.listVersion[token] = this.#writer.version
    state.listAt[token] = this.#writer.atMicros
    this.#writeListingActivity('list', token, price)
  }

  reprice(token: number, price: Milli): void {
    this.#state.setListing(token, price)
    this.#writeListingActivity('reprice', token, price)
  }

  delist(token: number): void {
    this.#writeListingActivity('delist', token, this.#state.listPrice[token] ?? 0)
    this.#endListing(token, 'cancelled')
  }

  buy(token: number, buyer: number): void {
    const state = this.#state
    const price = state.listPrice[token] ?? 0
    const marketplace = state.listMarketplace[token] ?? 0
    const order = state.listOrder[token] ?? 0
    // The listing's row names the seller, who is still the owner.
    this.#endListing(token, 'filled')
    this.#sell(token, buyer, price, { source: 'listing', kind: 'sale', marketplace, order })
  }

  accept(token: number, offer: OpenOffer, source: 'token-offer' | 'collection-offer'): void {
    const kind = source === 'token-offer' ? 'accept-token-bid' : 'accept-collection-bid'
    this.#sell(token, offer.buyer, offer.price, { source, kind, marketplace: offer.marketplace, order: offer.order })
    offer.remaining -= 1
  }

  #sell(
    token: number,
    buyer: number,
    price: Milli,
    { source, kind, marketplace, order }: { source: Source; kind: string; marketplace: number; order: number },
  ): void {
    const state = this.#state
    const writer = this.#writer
    const collection = state.collectionOf(token)
    const seller = this.#ownerOf(token)
    writer.writeActivity({ kind, collection, token, marketplace, from: seller, to: buyer, price, order })
    const { seller: proceeds, commission, royalty } = feesOf(price)
    const [tokenId, collectionId] = [writer.market.tokens.of(token), writer.market.collections.of(collection)]
    const orderId = writer.orderId(order)
    const place = [writer.version, writer.eventIndex] as const
    const isWash = seller === buyer
    const sides = [writer.wallet(seller), writer.wallet(buyer)]
    const marketplaceId = writer.marketplaceId(marketplace)
    const money = [octasOf(price), commission, royalty]
    writer.sinks.sales.write([
      ...place,
      marketplaceId,
      source,
      orderId,
      tokenId,
      0,
      collectionId,
      ...sides,
      ...money,
      isWash,
      writer.atMicros,
    ])
    if (writer.marketplaces[marketplace]?.isNative && !isWash)
      this.#earn(collectionId, orderId, buyer, price, marketplaceId)
    state.volume[collection] = (state.volume[collection] ?? 0) + price
    state.sales[collection] = (state.sales[collection] ?? 0) + 1
    if (!isWash) {
      state.lastSale[collection] = price
      state.bestSale[collection] = Math.max(state.bestSale[collection] ?? 0, price)
    }
    state.lastVersion[collection] = writer.version
    state.hourVolume[collection] = (state.hourVolume[collection] ?? 0) + price
    state.hourSales[collection] = (state.hourSales[collection] ?? 0) + 1
    this.#release(token, source, proceeds)
    this.#acquire(token, buyer, source, price)
  }

  /** A hundred points an APT, in millionths: as many as octas. @source domain/rewards/season-points */
  #earn(collectionId: string, orderId: string, buyer: number, price: Milli, marketplace: string): void {
    const { version, eventIndex, atMicros, sinks } = this.#writer
    const hour = hourOf(atMicros)
    const of = [this.#writer.wallet(buyer), 'buying', collectionId, marketplace, orderId, version, eventIndex]
    sinks.points.write([...of, hour, hour, octasOf(price), null, 1, octasOf(price)])
  }

  #endListing(token: number, state: 'filled' | 'cancelled'): void {
    if (this.#writer.isRecent) writeListing(this.#state, this.#writer, token, state)
    this.#state.setListing(token, 0)
  }

  #writeListingActivity(kind: 'list' | 'reprice' | 'delist', token: number, price: Milli): void {
    const state = this.#state
    const collection = state.collectionOf(token)
    const marketplace = state.listMarketplace[token] ?? 0
    const order = state.listOrder[token] ?? 0
    const from = this.#ownerOf(token)
    state.lastVersion[collection] = this.#writer.version
    this.#writer.writeActivity({ kind, collection, token, marketplace, from, price, order })
  }

  #ownerOf(token: number): number {
    return this.#state.owner[token] ?? 0
  }

  #acquire(token: number, wallet: number, how: (typeof ACQUIRED_BY)[number], cost: Milli): void {
    const state = this.#state
    state.owner[token] = wallet
    state.acquiredBy[token] = ACQUIRED_BY.indexOf(how)
    state.acquiredVersion[token] = this.#writer.version
    state.acquiredAt[token] = this.#writer.atMicros
    state.cost[token] = cost
    state.hold(state.collectionOf(token), wallet, 1)
  }

  #release(token: number, how: string, proceeds: string | null): void {
    const { version, atMicros } = this.#writer
    if (this.#writer.isRecent) writeLot(this.#state, this.#writer, token, [version, how, atMicros, proceeds])
    this.#state.hold(this.#state.collectionOf(token), this.#ownerOf(token), -1)
  }
}

const HELD = [null, null, null, null] as const

/** Writes a wallet's lot of one token, as it is held, or as it was let go. */
export function writeLot(
  state: PastState,
  { sinks, market }: PastWriter,
  token: number,
  released: readonly (string | number | null)[] = HELD,
): void {
  const how = ACQUIRED_BY[state.acquiredBy[token] ?? 0] ?? 'mint'
  sinks.lots.write([
    market.wallets.of(state.owner[token] ?? 0),
    market.tokens.of(token),
    0,
    state.acquiredVersion[token] ?? 0,
    0,
    market.collections.of(state.collectionOf(token)),
    1,
    how,
    state.acquiredAt[token] ?? 0,
    how === 'transfer' ? null : octasOf(state.cost[token] ?? 0),
    false,
    ...released,
  ])
}

/** Columns for the terms of a listing: `start_price_octas` to `next_change_seconds`. */
const NO_TERMS = Array.from({ length: 8 }, () => null)

/** Writes a token's open listing, or the one that just ended. */
export function writeListing(
  state: PastState,
  writer: PastWriter,
  token: number,
  how: 'open' | 'filled' | 'cancelled',
): void {
  const { market, sinks } = writer
  const [version, atMicros] = [state.listVersion[token] ?? 0, state.listAt[token] ?? 0]
  sinks.listings.write([
    writer.marketplaceId(state.listMarketplace[token] ?? 0),
    writer.orderId(state.listOrder[token] ?? 0),
    market.tokens.of(token),
    0,
    'v2',
    market.collections.of(state.collectionOf(token)),
    market.wallets.of(state.owner[token] ?? 0),
    octasOf(state.listPrice[token] ?? 0),
    ...NO_TERMS,
    how,
    how === 'open' ? 'valid' : 'ended',
    false,
    version,
    atMicros,
    ...(how === 'open' ? [version, 1, atMicros] : [writer.version, writer.eventIndex, writer.atMicros]),
  ])
}
