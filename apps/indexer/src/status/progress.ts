import type { DecodeStopRow } from '@opal/store/tables/decode-stops'
import { Counter, Gauge, Registry } from 'prom-client'
import type { IndexedReport } from '../pipeline/index-batch.ts'

/** How the indexer is doing, for its log line and its health page. */
export interface IndexerHealth {
  /** Next version to be written; null before the lease is held. */
  readonly nextVersion: string | null
  /** Age of the newest written transaction against the wall clock; null before the first. */
  readonly lagSeconds: number | null
  readonly stoppedMarketplaces: readonly string[]
}

/** Counts what the pipeline reports. */
export class Progress {
  readonly registry = new Registry()
  readonly #transactions = new Counter({
    name: 'opal_indexer_transactions_total',
    help: 'Transactions taken from the stream.',
    registers: [this.registry],
  })
  readonly #events = new Counter({
    name: 'opal_indexer_market_events_total',
    help: 'Marketplace events decoded.',
    registers: [this.registry],
  })
  readonly #unread = new Counter({
    name: 'opal_indexer_unread_state_total',
    help: 'Transactions whose names, balances or objects could not be read; the log names them.',
    registers: [this.registry],
  })
  readonly #nextVersion = new Gauge({
    name: 'opal_indexer_next_version',
    help: 'Next version to be written.',
    registers: [this.registry],
  })
  readonly #lag = new Gauge({
    name: 'opal_indexer_lag_seconds',
    help: 'Age of the newest written transaction.',
    registers: [this.registry],
  })
  #next: bigint | null = null
  #lastTimestampMicros: bigint | null = null
  #seenSinceRate = 0
  #rateSinceMs = Date.now()
  readonly #stops = new Map<string, DecodeStopRow>()

  begin(fromVersion: bigint): void {
    this.#next = fromVersion
    this.#nextVersion.set(Number(fromVersion))
  }

  /** Marketplaces that are stopped at the start. */
  stopped(stops: readonly DecodeStopRow[]): void {
    this.#stops.clear()
    for (const stop of stops) this.#stops.set(stop.marketplace, stop)
  }

  advance(report: IndexedReport): void {
    this.#next = report.nextVersion
    this.#lastTimestampMicros = report.lastTimestampMicros
    this.#seenSinceRate += report.seen
    for (const stop of report.newStops) this.#stops.set(stop.marketplace, stop)
    this.#transactions.inc(report.seen)
    this.#events.inc(report.marketEvents)
    this.#unread.inc(report.unread.length)
    this.#nextVersion.set(Number(report.nextVersion))
    this.#lag.set(this.#lagSeconds() ?? 0)
  }

  /** Transactions per second since the last call. */
  takeRate(): number {
    const now = Date.now()
    const seconds = Math.max((now - this.#rateSinceMs) / 1000, 0.001)
    const rate = Math.round(this.#seenSinceRate / seconds)
    this.#seenSinceRate = 0
    this.#rateSinceMs = now
    return rate
  }

  health(): IndexerHealth {
    return {
      nextVersion: this.#next?.toString() ?? null,
      lagSeconds: this.#lagSeconds(),
      stoppedMarketplaces: [...this.#stops.keys()].sort(),
    }
  }

  #lagSeconds(): number | null {
    if (this.#lastTimestampMicros === null) return null
    return Math.max(0, Math.round(Date.now() / 1000 - Number(this.#lastTimestampMicros / 1_000_000n)))
  }
}
