import type { LargeMarket } from './large-market.ts'
import type { Milli } from './prices.ts'

/** Kinds of acquisition of a token; the values of `market.lots`. */
export const ACQUIRED_BY = ['mint', 'listing', 'token-offer', 'collection-offer', 'transfer'] as const

/** An open offer. */
export interface OpenOffer {
  readonly order: number
  readonly marketplace: number
  readonly buyer: number
  readonly price: Milli
  readonly version: number
  readonly atMicros: number
  readonly expiresAtSeconds: number | null
  readonly wanted: number
  remaining: number
}

/** State of every token and collection at a moment of the synthetic past. Everything by number; prices 0: none. */
export class PastState {
  readonly market: LargeMarket
  // By token.
  readonly owner: Int32Array
  readonly listPrice: Uint32Array
  readonly listOrder: Int32Array
  readonly listMarketplace: Uint8Array
  readonly listVersion: Float64Array
  readonly listAt: Float64Array
  readonly acquiredVersion: Float64Array
  readonly acquiredAt: Float64Array
  readonly acquiredBy: Uint8Array
  readonly cost: Uint32Array
  readonly mintVersion: Float64Array
  readonly mintAt: Float64Array
  readonly tokenOffers = new Map<number, OpenOffer>()
  // By wallet.
  readonly items: Int32Array
  // By collection.
  readonly minted: Int32Array
  readonly firstMinter: Int32Array
  readonly hasSeveralMinters: Uint8Array
  readonly listed: Int32Array
  readonly floor: Uint32Array
  readonly hasStaleFloor: Uint8Array
  readonly owners: Int32Array
  readonly volume: Float64Array
  readonly sales: Int32Array
  readonly lastSale: Uint32Array
  readonly bestSale: Uint32Array
  readonly lastVersion: Float64Array
  readonly hourVolume: Float64Array
  readonly hourSales: Int32Array
  readonly offers = new Map<number, OpenOffer[]>()
  /** Collections in which something happened this hour. */
  readonly touched = new Set<number>()
  readonly #held = new Map<number, number>()

  constructor(market: LargeMarket) {
    const { tokens, collections, wallets } = market.scale
    this.market = market
    this.owner = new Int32Array(tokens)
    this.listPrice = new Uint32Array(tokens)
    this.listOrder = new Int32Array(tokens)
    this.listMarketplace = new Uint8Array(tokens)
    this.listVersion = new Float64Array(tokens)
    this.listAt = new Float64Array(tokens)
    this.acquiredVersion = new Float64Array(tokens)
    this.acquiredAt = new Float64Array(tokens)
    this.acquiredBy = new Uint8Array(tokens)
    this.cost = new Uint32Array(tokens)
    this.mintVersion = new Float64Array(tokens)
    this.mintAt = new Float64Array(tokens)
    this.items = new Int32Array(wallets)
    this.minted = new Int32Array(collections)
    this.firstMinter = new Int32Array(collections)
    this.hasSeveralMinters = new Uint8Array(collections)
    this.listed = new Int32Array(collections)
    this.floor = new Uint32Array(collections)
    this.hasStaleFloor = new Uint8Array(collections)
    this.owners = new Int32Array(collections)
    this.volume = new Float64Array(collections)
    this.sales = new Int32Array(collections)
    this.lastSale = new Uint32Array(collections)
    this.bestSale = new Uint32Array(collections)
    this.lastVersion = new Float64Array(collections)
    this.hourVolume = new Float64Array(collections)
    this.hourSales = new Int32Array(collections)
  }

  collectionOf(token: number): number {
    return this.market.collectionOf[token] ?? 0
  }

  /** The wallet holds one more, or one less, of the collection. */
  hold(collection: number, wallet: number, change: 1 | -1): void {
    const key = collection * this.market.scale.wallets + wallet
    const before = this.#held.get(key) ?? 0
    const after = before + change
    this.items[wallet] = (this.items[wallet] ?? 0) + change
    if (after === 0) this.#held.delete(key)
    else this.#held.set(key, after)
    if (before === 0 || after === 0) this.owners[collection] = (this.owners[collection] ?? 0) + change
    this.touched.add(collection)
  }

  /** @param price 0 takes the listing away. */
  setListing(token: number, price: Milli): void {
    const collection = this.collectionOf(token)
    const before = this.listPrice[token] ?? 0
    this.listPrice[token] = price
    this.touched.add(collection)
    if (before === 0) this.listed[collection] = (this.listed[collection] ?? 0) + 1
    if (price === 0) this.listed[collection] = (this.listed[collection] ?? 0) - 1
    const floor = this.floor[collection] ?? 0
    if (price !== 0 && (floor === 0 || price <= floor)) this.floor[collection] = price
    else if (before === floor) this.hasStaleFloor[collection] = 1
  }

  floorOf(collection: number): Milli {
    if (this.hasStaleFloor[collection] === 1) this.floor[collection] = this.#lowestPrice(collection)
    this.hasStaleFloor[collection] = 0
    return this.floor[collection] ?? 0
  }

  #lowestPrice(collection: number): Milli {
    const first = this.market.firstToken[collection] ?? 0
    let lowest = 0
    for (let token = first; token < first + (this.minted[collection] ?? 0); token += 1) {
      const price = this.listPrice[token] ?? 0
      if (price !== 0 && (lowest === 0 || price < lowest)) lowest = price
    }
    return lowest
  }
}
