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
  /** The oldest values are evicted first. */
  readonly maxEntries: number
  /** Monotonic clock, milliseconds; tests pass their own. */
  readonly now?: () => number
}

interface Entry<Value> {
  readonly value: Value
  readonly expiresAt: number
}

/** Deletions remembered for loads in flight; after more of them, every load in flight counts as outdated. */
const MAX_DELETIONS = 4_096

/** Creates a cache. Values deleted while they are being loaded are not stored: they may be from before the change. */
export function createValueCache<Value>({
  load,
  ttlMs,
  ttlOf = () => ttlMs,
  refreshBatch = 0,
  maxEntries,
  now = () => performance.now(),
}: ValueCacheOptions<Value>): ValueCache<Value> {
  const entries = new Map<string, Entry<Value>>()
  /** Revision at which a key was deleted last. */
  const deletedAt = new Map<string, number>()
  let revision = 0
  let clearedAt = 0

  const store = (key: string, value: Value, startedAt: number, expiresAt: number): void => {
    if (clearedAt > startedAt || (deletedAt.get(key) ?? 0) > startedAt) return
    entries.delete(key)
    entries.set(key, { value, expiresAt })
    if (entries.size > maxEntries) entries.delete(entries.keys().next().value as string)
  }

  const loadMissing = async (keys: readonly string[]): Promise<ReadonlyMap<string, Value>> => {
    const startedAt = revision
    const loaded = await load(keys)
    const loadedAt = now()
    if (ttlMs > 0)
      for (const [key, value] of loaded) store(key, value, startedAt, loadedAt + Math.min(ttlMs, ttlOf(value)))
    return loaded
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
      const requestedAt = now()
      const fresh = keys.map((key) => {
        const found = entries.get(key)
        if (found === undefined || found.expiresAt <= requestedAt) return null
        if (refreshBatch > 0 && found.expiresAt - requestedAt < ttlMs / 2) due.add(key)
        return found.value
      })
      if (due.size > 0 && !isRefreshing) void refresh()
      const missing = keys.filter((_, at) => fresh[at] === null)
      if (missing.length === 0) return fresh
      const loaded = await loadMissing([...new Set(missing)])
      return keys.map((key, at) => fresh[at] ?? loaded.get(key) ?? null)
    },
    delete(key) {
      revision += 1
      entries.delete(key)
      deletedAt.set(key, revision)
      if (deletedAt.size > MAX_DELETIONS) {
        deletedAt.clear()
        clearedAt = revision
      }
    },
    clear() {
      revision += 1
      clearedAt = revision
      entries.clear()
      deletedAt.clear()
    },
  }
}
