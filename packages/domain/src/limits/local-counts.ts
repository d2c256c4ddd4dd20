import { siteOf } from './client.ts'

/** Keys that are counted at once; the one whose window began first is deleted first. */
const MAX_KEYS = 50_000
/** The same for the clients of one IPv6 site, which has 65,536 of them to call by: they push out one another, not those of others. */
const MAX_KEYS_OF_SITE = 1_000

/** Count of a key in its window. */
export interface WindowCount {
  readonly current: number
  /** Milliseconds until the window ends. */
  readonly ttl: number
}

/** Counts by key in windows of this process. */
export class LocalCounts {
  readonly #windows = new Map<string, { count: number; readonly endsAt: number }>()
  /** Keys of clients by their site, in the order in which their windows began. */
  readonly #sites = new Map<string, Set<string>>()

  /** Adds to a key's count. @param timeWindow milliseconds @param now milliseconds */
  count(key: string, timeWindow: number, now: number, amount = 1): WindowCount {
    const known = this.#windows.get(key)
    if (known !== undefined && known.endsAt > now) {
      known.count += amount
      return { current: known.count, ttl: known.endsAt - now }
    }
    this.#forget(key)
    this.#windows.set(key, { count: amount, endsAt: now + timeWindow })
    this.#boundSite(key)
    const [oldest] = this.#windows.keys()
    if (this.#windows.size > MAX_KEYS && oldest !== undefined) this.#forget(oldest)
    return { current: amount, ttl: timeWindow }
  }

  #boundSite(key: string): void {
    const site = siteOf(key)
    if (site === null) return
    const keys = this.#sites.get(site) ?? new Set()
    this.#sites.set(site, keys.add(key))
    const [oldest] = keys
    if (keys.size > MAX_KEYS_OF_SITE && oldest !== undefined) this.#forget(oldest)
  }

  #forget(key: string): void {
    this.#windows.delete(key)
    const site = siteOf(key)
    const keys = site === null ? undefined : this.#sites.get(site)
    keys?.delete(key)
    if (site !== null && keys?.size === 0) this.#sites.delete(site)
  }
}
