import type { Client } from '@opal/domain/limits/client'
import type { Reader } from '@opal/store/queries/read-rows'
import type { TokenFilter } from '@opal/store/queries/tokens/token-filter'
import { readClosedRows, readListedRows, readTraitVersion } from '@opal/store/queries/traits/trait-rows'
import type { MemoryUse } from '../cache/memory-use.ts'
import { createColumnReads } from './column-reads.ts'
import { createListedCache, type ListedCache, toListed } from './listed-cache.ts'
import type { ReadBounds } from './read-trait-columns.ts'
import type { TraitColumns } from './trait-columns.ts'
import type { ListedTokens } from './trait-query.ts'

/** Limits of cached trait columns. */
export interface TraitBounds extends ReadBounds {
  /** A collection with more text is read by itself, one at a time: no number of them holds up the others. */
  readonly quickBytes: number
  /** Limits of all cached collections together. */
  readonly cachedTokens: number
  readonly cachedBytes: number
}

/** Limits of an API. */
export const TRAIT_BOUNDS: TraitBounds = {
  tokens: 200_000,
  bytes: 128_000_000,
  readBytes: 512_000_000,
  quickBytes: 20_000_000,
  pageTokens: 4_000,
  pageBytes: 4_000_000,
  cachedTokens: 1_000_000,
  cachedBytes: 200_000_000,
}
/** In whose turns a program reads that serves no clients. */
const OURSELVES: Client = [{ key: 'ourselves', clients: 1 }]
/** Age after which the version is read again, milliseconds; until it has been, the columns are used. */
const FRESH_MS = 10_000

/** Columns of collections in memory; the least recently used are evicted. */
export interface TraitCache {
  /** Returns this cache for the calls of a client, in whose turns it reads what it has not in memory. */
  forClient(client: Client): TraitCache
  /** Null for a collection that is too large. @throws QueriesBusyError when too many wait, or it has waited too long */
  columnsOf(collectionId: string): Promise<TraitColumns | null>
  /** As {@link columnsOf}, from memory only; undefined where they are not there. */
  cachedColumnsOf(collectionId: string): TraitColumns | null | undefined
  /** Returns the listed tokens; those of a closed marketplace are read each time. */
  listedOf(collectionId: string, table: TraitColumns, there?: ListedPlace): Promise<ListedTokens>
  /** Marks tokens as changed. */
  invalidate: ListedCache['invalidate']
  /** Deletes what of a collection is listed: time has changed some of it. */
  deleteListed: ListedCache['delete']
  /** Deletes a collection's columns: its tokens were described or ranked again. */
  deleteColumns(collectionId: string): void
  /** Clears the listings: they may be from before the feed was read. */
  clear: ListedCache['clear']
  readonly memory: { readonly columns: () => MemoryUse; readonly listings: ListedCache['memory'] }
}

/** Marketplace of a filter. */
type ListedPlace = Pick<TokenFilter, 'marketplace' | 'isMarketplaceClosed'>

export interface TraitCacheOptions {
  /** Caches listings, too, until the change feed names their tokens. */
  readonly cachesListed?: boolean
  /** Monotonic clock, milliseconds; tests pass their own. */
  readonly now?: () => number
  readonly bounds?: TraitBounds
}

interface CachedColumns {
  readonly collectionId: string
  /** Names its read, which its callers share; columns that were deleted and are asked for again have another. */
  readonly key: string
  /** Undefined until they have been read; null for a collection that is too large. */
  columns: TraitColumns | null | undefined
  readonly version: string
  checkedAt: number
  checking: boolean
  tokens: number
  bytes: number
}

/** Creates a cache of the columns of collections, and of what of them is listed. */
export function createTraitCache(
  store: Reader,
  { cachesListed = false, now = () => performance.now(), bounds = TRAIT_BOUNDS }: TraitCacheOptions = {},
): TraitCache {
  const entries = new Map<string, CachedColumns>()
  const listed = createListedCache((id, ids) => readListedRows(store, id, ids), cachesListed, now)

  const reads = createColumnReads(store, bounds)
  const read = async (entry: CachedColumns, client: Client): Promise<TraitColumns | null> => {
    if (entry.columns !== undefined) return entry.columns
    const found = await reads.read(entry.collectionId, entry.key, client)
    entry.columns = found?.columns ?? null
    entry.tokens = Math.max(1, found?.tokens ?? 0)
    entry.bytes = found?.bytes ?? 0
    evict(entries, bounds)
    return entry.columns
  }

  const loading = new Map<string, Promise<CachedColumns>>()
  /** Makes a new entry. Concurrent callers share it, unless the columns have been deleted since it was begun. */
  const load = (collectionId: string): Promise<CachedColumns> => {
    const running = loading.get(collectionId)
    if (running !== undefined) return running
    const next: Promise<CachedColumns> = begin(collectionId, () => loading.get(collectionId) === next).finally(() => {
      if (loading.get(collectionId) === next) loading.delete(collectionId)
    })
    loading.set(collectionId, next)
    return next
  }

  let begun = 0
  const begin = async (collectionId: string, isWanted: () => boolean): Promise<CachedColumns> => {
    const version = await readTraitVersion(store, collectionId)
    begun += 1
    const entry: CachedColumns = {
      ...{ collectionId, version, key: `${collectionId} ${begun}` },
      columns: undefined,
      ...{ checkedAt: now(), checking: false, tokens: 1, bytes: 0 },
    }
    if (isWanted()) entries.set(collectionId, entry)
    return entry
  }

  const check = async (entry: CachedColumns, client: Client): Promise<void> => {
    const { collectionId } = entry
    entry.checking = true
    try {
      const version = await readTraitVersion(store, collectionId)
      if (version !== entry.version && entries.get(collectionId) === entry) await read(await load(collectionId), client)
      entry.checkedAt = now()
    } catch {
      // The store is away or busy: the columns stay, and the next caller checks again.
    } finally {
      entry.checking = false
    }
  }

  /** Marks an entry as the most recently used, and checks its version when it is due. */
  const use = (entry: CachedColumns, client: Client): void => {
    const { collectionId } = entry
    entries.delete(collectionId)
    entries.set(collectionId, entry)
    if (!entry.checking && now() - entry.checkedAt > FRESH_MS) void check(entry, client)
  }

  const shared = {
    listedOf: async (collectionId, table, { marketplace, isMarketplaceClosed = false } = {}) =>
      marketplace !== undefined && isMarketplaceClosed
        ? toListed(await readClosedRows(store, collectionId, marketplace), table)
        : listed.of(collectionId, table, marketplace),
    invalidate: listed.invalidate,
    deleteListed: listed.delete,
    clear: listed.clear,
    memory: {
      columns: () => ({ bytes: bytesOf(entries), maxBytes: bounds.cachedBytes }),
      listings: listed.memory,
    },
    deleteColumns: (collectionId) => {
      entries.delete(collectionId)
      loading.delete(collectionId)
    },
  } satisfies Partial<TraitCache>
  const forClient = (client: Client): TraitCache => ({
    ...shared,
    forClient,
    columnsOf: async (collectionId) => {
      const entry = entries.get(collectionId)
      if (entry === undefined) return read(await load(collectionId), client)
      use(entry, client)
      return read(entry, client)
    },
    cachedColumnsOf: (collectionId) => {
      const entry = entries.get(collectionId)
      if (entry === undefined) return undefined
      use(entry, client)
      return entry.columns
    },
  })
  return forClient(OURSELVES)
}

function bytesOf(entries: ReadonlyMap<string, CachedColumns>): number {
  return entries.values().reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Evicts the least recently used while all together are too large. */
function evict(entries: Map<string, CachedColumns>, { cachedTokens, cachedBytes }: TraitBounds): void {
  let [tokens, bytes] = [0, 0]
  for (const entry of entries.values()) {
    tokens += entry.tokens
    bytes += entry.bytes
  }
  for (const [collectionId, entry] of entries) {
    if ((tokens <= cachedTokens && bytes <= cachedBytes) || entries.size === 1) return
    entries.delete(collectionId)
    tokens -= entry.tokens
    bytes -= entry.bytes
  }
}
