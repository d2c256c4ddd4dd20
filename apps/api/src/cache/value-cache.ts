import { LRUCache } from 'lru-cache'
import { CacheReads } from './cache-reads.ts'
import type { MemoryUse } from './memory-use.ts'

/** Values by key that are loaded again when they expire or are deleted because of a change. */
export interface ValueCache<Value> {
  /** Returns the values of some keys, in their order; missing and expired ones are loaded together. Null where there is none. */
  getMany(keys: readonly string[]): Promise<readonly (Value | null)[]>
  /** Deletes the value of a key that a change outdates; null, of a change of no key, is ignored. */
  invalidate(key: string | null): void
  clear(): void
  readonly reads: CacheReads
  readonly memory: () => MemoryUse
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

/**
 * Creates a cache. Concurrent callers share a load. Values deleted while they are being loaded are not stored, and later callers do not
 * share their load: they may be from before the change.
 */
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
    maxSize: maxBytes,
    sizeCalculation: bytesOf,
    ttl: ttlMs,
    ttlResolution: 0,
    perf: { now },
  })
  const loads = new SharedLoads(load, (key, value) => {
    const ttl = Math.min(ttlMs, ttlOf(value))
    if (ttl > 0) entries.set(key, value, { ttl })
  })

  const reads = new CacheReads()
  const refreshes = new Refreshes((keys) => loads.once(keys), refreshBatch)
  return {
    async getMany(keys) {
      const cached = keys.map((key) => {
        const value = entries.get(key) ?? null
        reads.count(value !== null)
        if (value !== null && refreshBatch > 0 && entries.getRemainingTTL(key) < ttlMs / 2) refreshes.add(key)
        return value
      })
      refreshes.start()
      const missing = keys.filter((_, at) => cached[at] === null)
      if (missing.length === 0) return cached
      const loaded = await loads.once([...new Set(missing)])
      return keys.map((key, at) => cached[at] ?? loaded.get(key) ?? null)
    },
    invalidate(key) {
      if (key === null) return
      entries.delete(key)
      loads.delete(key)
    },
    clear() {
      entries.clear()
      loads.clear()
    },
    reads,
    memory: () => ({ bytes: entries.calculatedSize, maxBytes }),
  }
}

/** Refreshes due keys in the background, batch after batch. */
class Refreshes {
  readonly #load: (keys: readonly string[]) => Promise<unknown>
  readonly #batchSize: number
  readonly #due = new Set<string>()
  #isRunning = false

  constructor(load: (keys: readonly string[]) => Promise<unknown>, batchSize: number) {
    this.#load = load
    this.#batchSize = batchSize
  }

  add(key: string): void {
    this.#due.add(key)
  }

  /** Refreshes what is due, unless that is under way. */
  start(): void {
    if (this.#due.size > 0 && !this.#isRunning) void this.#run()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    try {
      for (let keys = [...this.#due]; keys.length > 0; keys = [...this.#due]) {
        const batch = keys.slice(0, this.#batchSize)
        await this.#load(batch)
        for (const key of batch) this.#due.delete(key)
      }
    } catch {
      // The next caller after expiry gets the error.
      this.#due.clear()
    } finally {
      this.#isRunning = false
    }
  }
}

/** Loads that concurrent callers share. The load of a deleted key stores nothing, and no later caller joins it. */
class SharedLoads<Value> {
  readonly #load: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>
  readonly #store: (key: string, value: Value) => void
  /** Loads in flight by key. */
  readonly #loading = new Map<string, Promise<ReadonlyMap<string, Value>>>()

  constructor(
    load: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
    store: (key: string, value: Value) => void,
  ) {
    this.#load = load
    this.#store = store
  }

  /** Loads different keys, and joins loads in flight. */
  async once(keys: readonly string[]): Promise<ReadonlyMap<string, Value>> {
    const missing = keys.filter((key) => !this.#loading.has(key))
    if (missing.length > 0) this.#start(missing)
    const read = keys.map(async (key) => [key, (await this.#loading.get(key))?.get(key)] as const)
    return new Map((await Promise.all(read)).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
  }

  delete(key: string): void {
    this.#loading.delete(key)
  }

  clear(): void {
    this.#loading.clear()
  }

  #start(keys: readonly string[]): void {
    const isCurrent = (key: string) => this.#loading.get(key) === loaded
    const loaded = this.#load(keys)
      .then((values) => {
        for (const [key, value] of values) if (isCurrent(key)) this.#store(key, value)
        return values
      })
      .finally(() => {
        for (const key of keys) if (isCurrent(key)) this.#loading.delete(key)
      })
    for (const key of keys) this.#loading.set(key, loaded)
  }
}
