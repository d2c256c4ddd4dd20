/** Rows written by one time. */
interface Sample {
  readonly wallMs: number
  readonly transactions: number
  readonly events: number
  readonly chainMicros: bigint
}

/** Indexing rate over the last half minute. */
export interface Rates {
  readonly transactionsPerSecond: number
  readonly eventsPerSecond: number
  /** Seconds of the chain's time that pass in one of ours: 1 at the head, more when catching up. */
  readonly chainSpeed: number
}

const WINDOW_MS = 30_000
const SAMPLE_EVERY_MS = 1_000
const AT_REST: Rates = { transactionsPerSecond: 0, eventsPerSecond: 0, chainSpeed: 0 }

/** Measures rates over a sliding window. Times are wall-clock milliseconds, given by the caller. */
export class Pace {
  #transactions = 0
  #events = 0
  readonly #samples: Sample[] = []

  written(at: Sample): void {
    this.#transactions += at.transactions
    this.#events += at.events
    const last = this.#samples.at(-1)
    if (last !== undefined && at.wallMs - last.wallMs < SAMPLE_EVERY_MS) return
    this.#samples.push({ ...at, transactions: this.#transactions, events: this.#events })
    while ((this.#samples[1]?.wallMs ?? Number.POSITIVE_INFINITY) < at.wallMs - WINDOW_MS) this.#samples.shift()
  }

  /** @param chainMicros chain time of the newest written transaction. */
  rates(wallMs: number, chainMicros: bigint): Rates {
    const first = this.#samples.find((sample) => sample.wallMs >= wallMs - WINDOW_MS) ?? this.#samples.at(-1)
    const seconds = first === undefined ? 0 : (wallMs - first.wallMs) / 1_000
    if (first === undefined || seconds < 1) return AT_REST
    return {
      transactionsPerSecond: (this.#transactions - first.transactions) / seconds,
      eventsPerSecond: (this.#events - first.events) / seconds,
      chainSpeed: Number(chainMicros - first.chainMicros) / 1e6 / seconds,
    }
  }
}

/**
 * Returns seconds until the head is reached at this speed: 0 when it is, null when it never would be.
 * @param lagSeconds age of the newest written transaction.
 */
export function etaSeconds(lagSeconds: number, { chainSpeed }: Rates): number | null {
  if (lagSeconds <= AT_HEAD_SECONDS) return 0
  return chainSpeed > 1 ? Math.round(lagSeconds / (chainSpeed - 1)) : null
}

/** A block a quarter of a second, and the clocks of two machines. */
const AT_HEAD_SECONDS = 5
