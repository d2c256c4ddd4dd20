import { HOUR_MICROS } from './hour.ts'
import type { LargeMarket } from './large-market.ts'
import type { LargeSinks } from './large-sinks.ts'
import { type Milli, octasOf } from './prices.ts'
import { syntheticAddress } from './synthetic-address.ts'

/** A marketplace on which made-up orders are placed. */
export interface LargeMarketplace {
  readonly id: string
  readonly isNative: boolean
  readonly weight: number
}

/** An activity, by numbers. */
export interface MarketActivity {
  readonly kind: string
  readonly collection: number
  readonly token?: number
  readonly marketplace?: number
  readonly from?: number
  readonly to?: number
  readonly price?: Milli
  readonly amount?: number
  readonly order?: number
}

const FIRST_VERSION = 500_000_000
/** Transactions, ended orders and lots that were let go are left out when they are older: they would be a third of all bytes. */
const RECENT_DAYS = 90

/** Turns what happens into transactions and activities, one after the other. */
export class PastWriter {
  readonly market: LargeMarket
  readonly sinks: LargeSinks
  readonly marketplaces: readonly LargeMarketplace[]
  version = FIRST_VERSION
  eventIndex = 0
  atMicros = 0
  /** Activities written. */
  written = 0
  /** End of the past: offers that expired by then no longer count. */
  readonly endMicros: number
  #orders = 0
  #hash = ''
  readonly #recentMicros: number

  constructor(market: LargeMarket, sinks: LargeSinks, marketplaces: readonly LargeMarketplace[], endMicros: number) {
    this.endMicros = endMicros
    this.#recentMicros = endMicros - RECENT_DAYS * 24 * HOUR_MICROS
    this.market = market
    this.sinks = sinks
    this.marketplaces = marketplaces
  }

  /** The next things happen in a transaction of their own. */
  begin(sender: number, call: string): void {
    this.version += 3
    this.eventIndex = 0
    const { version } = this
    this.#hash = syntheticAddress(this.market.seed, 'transaction', version)
    if (!this.isRecent) return
    const block = Math.floor(version / 3)
    this.sinks.transactions.write([
      version,
      this.#hash,
      block,
      Math.floor(block / 100_000),
      this.atMicros,
      true,
      this.market.wallets.of(sender),
      call,
      12,
      100,
    ])
  }

  /** Returns whether the past is recent enough for all rows to be written. */
  get isRecent(): boolean {
    return this.atMicros >= this.#recentMicros
  }

  /** Writes one activity at the current version. */
  writeActivity({ kind, collection, token, marketplace, from, to, price, amount, order }: MarketActivity): void {
    this.eventIndex += 1
    this.written += 1
    const { collections, tokens } = this.market
    this.sinks.activities.write([
      this.version,
      this.eventIndex,
      kind,
      marketplace === undefined ? null : this.marketplaceId(marketplace),
      collections.of(collection),
      token === undefined ? null : tokens.of(token),
      this.wallet(from),
      this.wallet(to),
      price === undefined ? null : octasOf(price),
      amount ?? null,
      order === undefined ? null : this.orderId(order),
      this.atMicros,
      this.#hash,
    ])
  }

  newOrder(): number {
    this.#orders += 1
    return this.#orders
  }

  orderId(order: number): string {
    return syntheticAddress(this.market.seed, 'order', order)
  }

  marketplaceId(marketplace: number): string {
    return this.marketplaces[marketplace]?.id ?? ''
  }

  wallet(number: number | undefined): string | null {
    return number === undefined ? null : this.market.wallets.of(number)
  }
}
