import type { Client } from '@opal/domain/limits/client'
import type { Reader } from '@opal/store/queries/read-rows'
import type { TokenFilter } from '@opal/store/queries/tokens/token-filter'
import { readClosedRows, readListedRows, readSoldAt } from '@opal/store/queries/traits/trait-rows'
import type { MemoryUse } from '../cache/memory-use.ts'
import { inSteps } from '../event-loop.ts'
import { ColumnCache, TRAIT_BOUNDS, type TraitBounds } from './column-cache.ts'
import type { Charge } from './column-reads.ts'
import { type AreCached, createListedCache, type ListedCache, listedSteps } from './listed-cache.ts'
import type { SoldAt } from './order-tokens.ts'
import { createSoldCache, type SoldCache } from './sold-cache.ts'
import type { TraitColumns } from './trait-columns.ts'
import type { ListedTokens } from './trait-query.ts'

/** The client of a program that serves none. */
const OURSELVES: Client = [{ key: 'ourselves', clients: 1 }]

/** Columns of collections, and which of their tokens are listed and when they were sold, in memory. */
export interface TraitCache {
  /**
   * Returns this cache for the calls of a client, in whose turns it reads what is not in memory.
   * @param charge notes processor time of these reads, milliseconds.
   */
  forClient(client: Client, charge: Charge): TraitCache
  /** Null for a collection that is too large. @throws QueriesBusyError when too many wait, or it has waited too long */
  columnsOf(collectionId: string): Promise<TraitColumns | null>
  /** As {@link columnsOf}, from memory only; undefined where they are not there. */
  cachedColumnsOf(collectionId: string): TraitColumns | null | undefined
  /** Returns the listed tokens; those of a closed marketplace are read each time. */
  listedOf(collectionId: string, table: TraitColumns, there?: ListedPlace): Promise<ListedTokens>
  /** Returns the last sales of all tokens that were sold. */
  soldAtOf(collectionId: string, table: TraitColumns): Promise<SoldAt>
  /** Marks tokens as changed. */
  invalidate: ListedCache['invalidate']
  /** Deletes what of a collection is listed: time has changed some of it. */
  deleteListed: ListedCache['delete']
  /** Deletes a collection's columns: its tokens were described or ranked again. */
  deleteColumns(collectionId: string): void
  /** Clears listings and sales: they may be from before the feed was read. */
  clear: ListedCache['clear']
  readonly memory: {
    readonly columns: () => MemoryUse
    readonly listings: ListedCache['memory']
    readonly sales: SoldCache['memory']
  }
}

/** Marketplace of a filter. */
type ListedPlace = Pick<TokenFilter, 'marketplace' | 'isMarketplaceClosed'>

export interface TraitCacheOptions {
  /** Caches listings and sales, too, until the change feed names their tokens. */
  readonly cachesTrading?: boolean
  /** Monotonic clock, milliseconds; tests pass their own. */
  readonly now?: () => number
  readonly bounds?: TraitBounds
}

/** Creates a cache of the columns of collections, and of which of their tokens are listed and when they were sold. */
export function createTraitCache(
  store: Reader,
  { cachesTrading = false, now = () => performance.now(), bounds = TRAIT_BOUNDS }: TraitCacheOptions = {},
): TraitCache {
  const columns: ColumnCache = new ColumnCache(store, bounds, now, (collectionId) => {
    listed.delete(collectionId)
    sold.delete(collectionId)
  })
  const areCached: AreCached = (collectionId, table) => cachesTrading && columns.has(collectionId, table)
  const listed = createListedCache((id, ids) => readListedRows(store, id, ids), areCached, now)
  const sold = createSoldCache((id, ids) => readSoldAt(store, id, ids), areCached, now)
  const shared = {
    listedOf: async (collectionId, table, { marketplace, isMarketplaceClosed = false } = {}) =>
      marketplace !== undefined && isMarketplaceClosed
        ? inSteps(listedSteps(await readClosedRows(store, collectionId, marketplace), table))
        : listed.of(collectionId, table, marketplace),
    soldAtOf: sold.of,
    invalidate(changes) {
      listed.invalidate(changes)
      sold.invalidate(changes)
    },
    deleteListed: listed.delete,
    clear() {
      listed.clear()
      sold.clear()
    },
    memory: { columns: () => columns.memory(), listings: listed.memory, sales: sold.memory },
    deleteColumns: (collectionId) => columns.delete(collectionId),
  } satisfies Partial<TraitCache>
  const forClient = (client: Client, charge: Charge): TraitCache => ({
    ...shared,
    forClient,
    columnsOf: (collectionId) => columns.get(collectionId, client, charge),
    cachedColumnsOf: (collectionId) => columns.peek(collectionId, client, charge),
  })
  return forClient(OURSELVES, () => undefined)
}
