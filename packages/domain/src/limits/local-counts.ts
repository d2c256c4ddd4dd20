import { ClientMap } from './client-map.ts'

/** Count of a key in its window. */
export interface WindowCount {
  readonly current: number
  /** Milliseconds until the window ends. */
  readonly ttl: number
}

/**
 * Counts by key in time windows, in the memory of this process. Among too many keys those with the highest counts stay, so that a flood of other
 * keys does not reset a limit that a client has used up.
 */
export class LocalCounts {
  readonly #windows = new ClientMap<{ count: number; readonly endsAt: number }>(({ count, endsAt }) =>
    endsAt > this.#now ? count : 0,
  )
  #now = Number.NEGATIVE_INFINITY

  /** Adds to a key's count. @param timeWindow milliseconds @param now milliseconds */
  count(key: string, timeWindow: number, now: number, amount = 1): WindowCount {
    this.#now = now
    const known = this.#windows.get(key)
    if (known !== undefined && known.endsAt > now) {
      known.count += amount
      return { current: known.count, ttl: known.endsAt - now }
    }
    this.#windows.set(key, { count: amount, endsAt: now + timeWindow })
    return { current: amount, ttl: timeWindow }
  }
}
