import type { RangeState } from '@opal/chain/stream/waiting-range'
import type { MediaCounts } from '@opal/store/queries/indexer-state'
import type { DecodeStopRow } from '@opal/store/schema/stream'
import type { IndexedReport } from '../pipeline/batches/index-batch.ts'
import {
  backfillHealth,
  type HealthProblem,
  INDEXER_STATES,
  type IndexerHealth,
  type IndexerState,
  type MarketplaceHealth,
  marketplaceHealth,
  toHealthProblem,
} from './indexer-health.ts'
import { IndexerMetrics, type Media } from './indexer-metrics.ts'
import { etaSeconds, Pace } from './pace.ts'

const NEAR_HEAD_SECONDS = 600

/** Counts what the pipeline reports, and its failures. */
export class Progress {
  readonly #metrics = new IndexerMetrics()
  readonly #pace = new Pace()
  readonly #now: () => number
  readonly #stops = new Map<string, DecodeStopRow>()
  readonly #resumes = new Map<string, bigint>()
  #marketplaces: readonly string[] = []
  #state: IndexerState = 'starting'
  #lastProblem: HealthProblem | null = null
  #next: bigint | null = null
  #lastTimestampMicros: bigint | null = null
  #atHeadMs: number | null = null
  #queued = 0
  #ranges: readonly RangeState[] = []
  #media: MediaCounts | null = null
  #unwritten = 0

  /** @param now wall clock in milliseconds. */
  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Another indexer holds the lease: what this one knows of the index from a time when it held it is not true for long. */
  standingBy(): void {
    this.#state = 'standing-by'
    this.#next = null
    this.#lastTimestampMicros = null
    this.#atHeadMs = null
    this.#queued = 0
    this.#ranges = []
    this.#unwritten = 0
    this.#stops.clear()
    this.#resumes.clear()
  }

  /** The lease is held; rows may have to be derived again before the stream is asked for. */
  preparing(): void {
    this.#state = 'preparing'
  }

  /**
   * The stream is asked for. How far behind the index is shows before it brings anything: one that brings nothing must not look well after a
   * restart.
   * @param writtenMicros time of the newest written transaction; null for none.
   */
  begin(fromVersion: bigint, writtenMicros: bigint | null): void {
    this.#state = 'following'
    this.#next = fromVersion
    this.#lastTimestampMicros = writtenMicros
    this.#queued = 0
  }

  /** Sets the followed marketplaces and their stops. */
  marketplaces(ids: readonly string[], stops: readonly DecodeStopRow[]): void {
    this.#marketplaces = ids
    this.#stops.clear()
    this.#resumes.clear()
    for (const stop of stops) this.#stops.set(stop.marketplace, stop)
  }

  /** Sets the number of transactions that could not be written. */
  unwritten(count: number): void {
    this.#unwritten = count
  }

  /** Records up to which version a marketplace has caught up after its stop; null when done. */
  resuming(marketplace: string, nextVersion: bigint | null): void {
    this.#stops.delete(marketplace)
    if (nextVersion === null) this.#resumes.delete(marketplace)
    else this.#resumes.set(marketplace, nextVersion)
  }

  /**
   * Records the first version that the chain did not have at a moment. An index that had all before it is behind by the time since then at
   * most, however old its newest transaction is.
   * @param atMs wall clock, before the chain was asked.
   */
  chainWas(head: bigint, atMs: number): void {
    if (this.#next !== null && this.#next >= head) this.#atHeadMs = atMs
  }

  /** Records transactions that came from the stream. */
  took(transactions: number): void {
    this.#state = 'following'
    this.#queued += transactions
  }

  /** Records the ranges of the past that calls read now, none while a single call follows the head, and how much of them may wait. */
  reading(ranges: readonly RangeState[], maxBytes: number): void {
    this.#ranges = ranges
    this.#metrics.waitingLimit.set(maxBytes)
  }

  advance(report: IndexedReport): void {
    this.#next = report.nextVersion
    this.#lastTimestampMicros = report.lastTimestampMicros
    this.#queued = Math.max(0, this.#queued - report.seen)
    for (const stop of report.newStops) this.#stops.set(stop.marketplace, stop)
    this.#unwritten += report.unwritten.length
    this.#pace.written({
      wallMs: this.#now(),
      transactions: report.seen,
      events: report.marketEvents,
      chainMicros: report.lastTimestampMicros,
    })
    this.#metrics.transactions.inc(report.seen)
    this.#metrics.wanted.inc(report.wanted)
    this.#metrics.events.inc(report.marketEvents)
    this.#metrics.unread.inc(report.unread.length)
  }

  /** Duration of a batch from decoding to commit. */
  wrote(seconds: number): void {
    this.#metrics.writeSeconds.observe(seconds)
  }

  repeated(transactions: number): void {
    this.#metrics.repeated.inc(transactions)
  }

  /** The stream's server took a call: what comes next is not late any more. */
  accepted(): void {
    if (this.#state === 'reconnecting') this.#state = 'following'
  }

  /** Nothing came for as long as a stream may be silent: on an idle chain that is usual. */
  silent(): void {
    this.#metrics.silences.inc()
  }

  /** The stream was lost and is asked for again. */
  lost(error: unknown): void {
    this.#metrics.streamLosses.inc({ code: this.#report('reconnecting', error).code })
  }

  /** Indexing failed and begins again from the checkpoint. */
  interrupted(error: unknown): void {
    this.#metrics.interruptions.inc({ code: this.#report('interrupted', error).code })
  }

  /** Counts due work that cannot be written. */
  refused(): void {
    this.#metrics.refusedWork.inc()
  }

  /** Indexing failed for good. */
  failed(error: unknown): void {
    this.#report('failed', error)
  }

  /** Pending and failed media. */
  media(counts: MediaCounts): void {
    this.#media = counts
  }

  /** Counts a first attempt to fetch a document or an image. */
  fetched(what: Media, isReady: boolean): void {
    this.#metrics.mediaFetches.inc({ what, result: isReady ? 'ready' : 'failed' })
  }

  /** Returns whether this program follows the chain and is a few minutes behind at most. */
  isAtHead(): boolean {
    const lag = this.#lagSeconds()
    return this.#state === 'following' && lag !== null && lag <= NEAR_HEAD_SECONDS
  }

  health(): IndexerHealth {
    const lag = this.#lagSeconds()
    const rates = this.#pace.rates(this.#now(), this.#lastTimestampMicros ?? 0n)
    return {
      state: this.#state,
      lastProblem: this.#lastProblem,
      nextVersion: this.#next?.toString() ?? null,
      lagSeconds: lag,
      etaSeconds: lag === null ? null : etaSeconds(lag, rates),
      transactionsPerSecond: Math.round(rates.transactionsPerSecond),
      eventsPerSecond: Math.round(rates.eventsPerSecond),
      queuedTransactions: this.#queued,
      backfill: backfillHealth(this.#ranges),
      media: this.#media,
      unwrittenTransactions: this.#unwritten,
      marketplaces: this.#marketplaceHealth(),
    }
  }

  /** Prometheus text. */
  async metricsText(): Promise<{ readonly contentType: string; readonly text: string }> {
    const health = this.health()
    const { nextVersion, lag, rate, eta, queued, ranges, waiting, state, stopped, media, unwritten, registry } =
      this.#metrics
    unwritten.set(health.unwrittenTransactions)
    nextVersion.set(Number(health.nextVersion ?? 0))
    lag.set(health.lagSeconds ?? Number.NaN)
    rate.set(health.transactionsPerSecond)
    eta.set(health.etaSeconds ?? Number.NaN)
    queued.set(health.queuedTransactions)
    ranges.set(health.backfill?.ranges.length ?? 0)
    waiting.set(health.backfill?.waitingBytes ?? 0)
    for (const each of INDEXER_STATES) state.set({ state: each }, each === health.state ? 1 : 0)
    stopped.reset()
    for (const { id, state: at } of health.marketplaces) stopped.set({ marketplace: id }, at === 'stopped' ? 1 : 0)
    for (const [what, count] of Object.entries(health.media ?? {})) media.set({ what }, count)
    return { contentType: registry.contentType, text: await registry.metrics() }
  }

  #report(state: IndexerState, error: unknown): HealthProblem {
    this.#state = state
    this.#lastProblem = toHealthProblem(error, Math.floor(this.#now() / 1_000))
    return this.#lastProblem
  }

  #marketplaceHealth(): readonly MarketplaceHealth[] {
    const ids = new Set([...this.#marketplaces, ...this.#stops.keys(), ...this.#resumes.keys()])
    return [...ids].sort().map((id) => marketplaceHealth(id, this.#stops.get(id), this.#resumes.get(id)))
  }

  #lagSeconds(): number | null {
    if (this.#lastTimestampMicros === null) return null
    const sinceMs = Math.max(Number(this.#lastTimestampMicros / 1_000n), this.#atHeadMs ?? 0)
    return Math.max(0, Math.round((this.#now() - sinceMs) / 1_000))
  }
}
