import { Backoff } from '@opal/domain/backoff'

/** Delay that joins the events of one transaction, in milliseconds. @source docs/product/tokens-and-filters.md#batched-arrivals */
const JOIN_MS = 100
/** Shortest pause after a refetch, in milliseconds. */
const LEAST_PAUSE_MS = 250
/** Most times that the shortest pause is multiplied while events come without end. */
const MAX_GROWTH = 10
/** Longest pause after a refetch, in milliseconds. */
const MAX_PAUSE_MS = 60_000
/** Pause after a refetch per time that it took: a server under load is asked less often. */
const PAUSE_PER_ANSWER = 2
/** Pauses before a failed refetch is repeated, in milliseconds. */
const RETRY_BACKOFF = { firstMs: 2_000, maxMs: 30_000 }

export interface PaceOptions {
  /** Shortest pause after a refetch, in milliseconds; n events between two refetches make it n times as long, up to ten times. Default 250. */
  readonly leastMs?: number
  /** Most keys of one refetch; others follow after a pause. */
  readonly batch?: number
}

/**
 * Paces the refetches of data that events make stale, since anyone can cause events without end. At most one refetch is under way, and at
 * most one more is queued for all events since. The pause between them grows with the events that come, so that a continuous flood of them
 * is followed every ten shortest pauses, and with the time that the last refetch took. A failed refetch is repeated. While the
 * page is hidden none starts. Every event is covered by a refetch that starts after it.
 */
export class PacedRefetch {
  readonly #refetch: (keys: readonly string[]) => Promise<unknown>
  readonly #leastMs: number
  readonly #batch: number
  readonly #backoff = new Backoff(RETRY_BACKOFF)
  /** Keys whose last event no refetch has covered. */
  readonly #waiting = new Set<string>()
  #waitingSinceMs = 0
  #isUrgent = false
  #isUnderWay = false
  #isVisible = true
  #isStopped = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #timerMs = 0
  /** Earliest start of the next refetch: for any event, and for an urgent one. */
  #next = { anyMs: 0, urgentMs: 0 }
  /** Events since the last start. Those within 100 ms count once: most are of one transaction. */
  #events = 0
  #countedMs = Number.NEGATIVE_INFINITY

  /** @param refetch fetches what belongs to the keys of the events; rejects when it fails. */
  constructor(
    refetch: (keys: readonly string[]) => Promise<unknown>,
    { leastMs = LEAST_PAUSE_MS, batch = Number.POSITIVE_INFINITY }: PaceOptions = {},
  ) {
    this.#refetch = refetch
    this.#leastMs = leastMs
    this.#batch = batch
  }

  /**
   * Requests a refetch because of an event.
   * @param key names what is stale.
   * @param isUrgent waits for the shortest pause only: for what belongs to the user.
   */
  readonly request = (key = '', isUrgent = false): void => {
    if (this.#isStopped) return
    const nowMs = performance.now()
    if (nowMs - this.#countedMs >= JOIN_MS) {
      this.#events += 1
      this.#countedMs = nowMs
    }
    this.#wait([key])
    this.#isUrgent ||= isUrgent
    this.#schedule()
  }

  /** Sets whether the page is visible. A refetch that waits starts once it is. */
  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible
    this.#schedule()
  }

  /** Accepts events again, after `stop`. */
  start(): void {
    this.#isStopped = false
  }

  /** Drops what waits, and ignores further events. */
  stop(): void {
    this.#isStopped = true
    this.#isUrgent = false
    this.#waiting.clear()
    this.#schedule()
  }

  #wait(keys: readonly string[]): void {
    if (this.#waiting.size === 0) this.#waitingSinceMs = performance.now()
    for (const key of keys) this.#waiting.add(key)
  }

  #schedule(): void {
    const { anyMs, urgentMs } = this.#next
    const atMs = Math.max(this.#waitingSinceMs + JOIN_MS, this.#isUrgent ? urgentMs : anyMs)
    const isPossible = this.#waiting.size > 0 && !this.#isUnderWay && this.#isVisible
    if (isPossible && this.#timer !== undefined && atMs >= this.#timerMs) return
    clearTimeout(this.#timer)
    this.#timer = isPossible ? setTimeout(() => void this.#run(), atMs - performance.now()) : undefined
    this.#timerMs = atMs
  }

  async #run(): Promise<void> {
    const keys = [...this.#waiting].slice(0, this.#batch)
    for (const key of keys) this.#waiting.delete(key)
    const growth = Math.min(MAX_GROWTH, Math.max(1, this.#events))
    const startedMs = performance.now()
    this.#timer = undefined
    this.#isUnderWay = true
    this.#isUrgent = false
    this.#events = 0
    const isFailed = await this.#fails(keys)
    const nowMs = performance.now()
    const pauseMs = Math.min(MAX_PAUSE_MS, this.#leastMs * growth + PAUSE_PER_ANSWER * (nowMs - startedMs))
    if (isFailed && !this.#isStopped) this.#wait(keys)
    else this.#backoff.reset()
    const anyMs = nowMs + (isFailed ? Math.max(pauseMs, this.#backoff.next()) : pauseMs)
    this.#next = { anyMs, urgentMs: nowMs + this.#leastMs }
    this.#isUnderWay = false
    this.#schedule()
  }

  async #fails(keys: readonly string[]): Promise<boolean> {
    try {
      await this.#refetch(keys)
      return false
    } catch {
      return true
    }
  }
}
