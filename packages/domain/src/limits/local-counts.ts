/** Keys that are counted at once; the one whose window began first is forgotten first. */
const MAX_KEYS = 50_000

/** Count of a key in its window. */
export interface WindowCount {
  readonly current: number
  /** Milliseconds until the window ends. */
  readonly ttl: number
}

/** Counts by key in windows of this process. */
export class LocalCounts {
  readonly #windows = new Map<string, { count: number; readonly endsAt: number }>()

  /** Adds to a key's count. @param timeWindow milliseconds @param now milliseconds */
  count(key: string, timeWindow: number, now: number, amount = 1): WindowCount {
    const known = this.#windows.get(key)
    if (known !== undefined && known.endsAt > now) {
      known.count += amount
      return { current: known.count, ttl: known.endsAt - now }
    }
    this.#windows.delete(key)
    this.#windows.set(key, { count: amount, endsAt: now + timeWindow })
    const [oldest] = this.#windows.keys()
    if (this.#windows.size > MAX_KEYS && oldest !== undefined) this.#windows.delete(oldest)
    return { current: amount, ttl: timeWindow }
  }
}
