import { LRUCache } from 'lru-cache'
import { isMediaBusy, SourceMovedError } from './media-errors.ts'

/** Time for which a failed source or drawing is not tried again. */
const FAILURE_MS = 20_000
/** Most failures in memory; beyond it the oldest are tried again earlier. */
export const MAX_FAILURES = 2_000

/** Remembers recent failures: of sources, for all of their images, and of drawings, each for one image. */
export class MediaFailures {
  readonly #errors: LRUCache<string, { readonly error: unknown }>

  /** @param now monotonic clock, milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#errors = new LRUCache({ max: MAX_FAILURES, ttl: FAILURE_MS, ttlResolution: 0, perf: { now } })
  }

  /** Stores a failure. Ignores a busy server and a moved source, which are the fault of neither a source nor a drawing. */
  add(key: string, error: unknown): void {
    if (isMediaBusy(error) || error instanceof SourceMovedError) return
    this.#errors.set(key, { error })
  }

  /** @throws the error of the first of some keys that failed a short while ago. */
  check(keys: readonly string[]): void {
    for (const key of keys) {
      // `peek` leaves the order unchanged: a failure that everyone asks for is evicted in its turn, and tried again.
      const failure = this.#errors.peek(key)
      if (failure !== undefined) throw failure.error
    }
  }
}
