import { LRUCache } from 'lru-cache'

/** Values by key that are loaded again when they expire or are deleted because of a change. */
export interface ValueCache<Value> {
  /** Returns the values of some keys, in their order; missing and expired ones are loaded together. Null where there is none. */
  getMany(keys: readonly string[]): Promise<readonly (Value | null)[]>
  delete(key: string): void
  clear(): void
}

export interface ValueCacheOptions<Value> {
  /** Loads values; keys that it leaves out have none. */
  readonly load: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>
  /** Longest time that values are valid, milliseconds; 0 caches nothing. */
  readonly ttlMs: number
  /** Time that one value is valid, when that is shorter. */
  readonly ttlOf?: (value: Value) => number
  /**
   * Values requested in the second half of their time are refreshed in the background, this many in one batch, so that requests do
   * not wait for them. 0 or left out: values are loaded when a request waits.
   */
  readonly refreshBatch?: number
  /** Memory of all values together; the least recently used are evicted. */
  readonly maxBytes: number
  /** Returns the memory of a value, roughly. */
  readonly bytesOf: (value: Value) => number
  /** Monotonic clock, milliseconds; tests pass their own. */
  readonly now?: () => number
}

/** Creates a cache. Values deleted while they are being loaded are not stored: they may be from before the change. */
export function createValueCache<Value extends NonNullable<unknown>>({
  load,
  ttlMs,
  ttlOf = () => ttlMs,
  refreshBatch = 0,
  maxBytes,
  bytesOf,
  now = () => performance.now(),
}: ValueCacheOptions<Value>): ValueCache<Value> {
  const entries = new LRUCache<string, Value>({
    ...{ maxSize: maxBytes, sizeCalculation: bytesOf, ttl: ttlMs, ttlResolution: 0, perf: { now } },
  })
  /** Loads in flight, each with the keys deleted since it began. */
  const loads = new Set<Set<string>>()

  const loadMissing = async (keys: readonly string[]): Promise<ReadonlyMap<string, Value>> => {
    const deleted = new Set<string>()
    loads.add(deleted)
    try {
      const loaded = await load(keys)
      for (const [key, value] of loaded) {
        const ttl = Math.min(ttlMs, ttlOf(value))
        if (ttl > 0 && loads.has(deleted) && !deleted.has(key)) entries.set(key, value, { ttl })
      }
      return loaded
    } finally {
      loads.delete(deleted)
    }
  }

  const due = new Set<string>()
  let isRefreshing = false
  /** Refreshes batch after batch. */
  const refresh = async (): Promise<void> => {
    isRefreshing = true
    try {
      for (let keys = [...due]; keys.length > 0; keys = [...due]) {
        const batch = keys.slice(0, refreshBatch)
        await loadMissing(batch)
        for (const key of batch) due.delete(key)
      }
    } catch {
      // The next caller after expiry gets the error.
      due.clear()
    } finally {
      isRefreshing = false
    }
  }

  return {
    async getMany(keys) {
      const cached = keys.map((key) => {
        const value = entries.get(key) ?? null
        if (value !== null && refreshBatch > 0 && entries.getRemainingTTL(key) < ttlMs / 2) due.add(key)
        return value
      })
      if (due.size > 0 && !isRefreshing) void refresh()
      const missing = keys.filter((_, at) => cached[at] === null)
      if (missing.length === 0) return cached
      const loaded = await loadMissing([...new Set(missing)])
      return keys.map((key, at) => cached[at] ?? loaded.get(key) ?? null)
    },
    delete(key) {
      entries.delete(key)
      for (const deleted of loads) deleted.add(key)
    },
    clear() {
      entries.clear()
      loads.clear()
    },
  }
}
