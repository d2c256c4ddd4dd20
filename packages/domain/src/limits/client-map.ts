import { siteOf } from './client.ts'

/** Most keys. Of a few that were set first, the first one of the least weight is deleted, and the heavier ones are as new. */
const MAX_KEYS = 50_000
const COMPARED = 8
/** The same for the clients of one IPv6 site, which has 65,536 of them to call by: they push out one another, not those of others. */
const MAX_KEYS_OF_SITE = 1_000

/** Maps keys of clients and sites to values, with a bound on their number. */
export class ClientMap<Value> {
  readonly #weightOf: (value: Value) => number
  readonly #values = new Map<string, Value>()
  /** Keys of clients by their site, in the order in which they were set. */
  readonly #sites = new Map<string, Set<string>>()

  /** @param weightOf how much is lost with a value; left out where all are alike. */
  constructor(weightOf: (value: Value) => number = () => 0) {
    this.#weightOf = weightOf
  }

  get(key: string): Value | undefined {
    return this.#values.get(key)
  }

  /** Sets the value of a key, as the newest. */
  set(key: string, value: Value): void {
    this.delete(key)
    this.#values.set(key, value)
    this.#boundSite(key)
    if (this.#values.size > MAX_KEYS) this.#deleteLeast()
  }

  delete(key: string): void {
    this.#values.delete(key)
    const site = siteOf(key)
    const keys = site === null ? undefined : this.#sites.get(site)
    keys?.delete(key)
    if (site !== null && keys?.size === 0) this.#sites.delete(site)
  }

  #deleteLeast(): void {
    const oldest = [...this.#values.entries().take(COMPARED)]
    const weighed = oldest.map(([key, value]) => ({ key, value, weight: this.#weightOf(value) }))
    const gone = weighed.reduce((least, one) => (one.weight < least.weight ? one : least))
    for (const { key, value, weight } of weighed) {
      if (weight <= gone.weight) continue
      this.#values.delete(key)
      this.#values.set(key, value)
    }
    this.delete(gone.key)
  }

  #boundSite(key: string): void {
    const site = siteOf(key)
    if (site === null) return
    const keys = this.#sites.get(site) ?? new Set()
    this.#sites.set(site, keys.add(key))
    const [oldest] = keys
    if (keys.size > MAX_KEYS_OF_SITE && oldest !== undefined) this.delete(oldest)
  }
}
