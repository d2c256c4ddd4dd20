import { LRUCache } from 'lru-cache'
import type { MemoryUse } from '../cache/memory-use.ts'
import { inSteps } from '../event-loop.ts'
import type { AreCached } from './listed-cache.ts'
import type { SoldAt } from './order-tokens.ts'
import type { TraitColumns } from './trait-columns.ts'

/** Everything is read again after this time: a sale may turn out to be a wash trade without a message. */
const LIFE_MS = 60_000
/** Memory of a collection's entry, and of one token that was sold. */
const [ENTRY_BYTES, TOKEN_BYTES] = [1_000, 100]
/** Memory of the last sales of all collections together; the least recently used collection is evicted first. */
const MAX_BYTES = 24 * 1024 * 1024
/** Tokens that are looked up again one by one. Of more, all sales of the collection are. */
const MAX_PATCHED = 5_000
/** Sales that are gone through in one step: other calls are answered between steps. */
const STEP_SALES = 20_000

/** Last sales of one collection. */
interface CachedSales {
  readonly table: TraitColumns
  /** Tokens that the feed has named since. */
  readonly stale: Set<string>
  soldAt: Promise<SoldAt>
}

/**
 * Reads the last sale of each token of a collection, or of some of its tokens: microseconds by id, the latest first, of equal ones the last id.
 * Tokens that were never sold are left out.
 */
export type ReadSold = (collectionId: string, ids?: readonly string[]) => Promise<ReadonlyMap<string, bigint>>

/** Last sales of collections in memory; after a change only the tokens that the feed names are read again. */
export interface SoldCache {
  of(collectionId: string, table: TraitColumns): Promise<SoldAt>
  invalidate(changes: readonly { readonly collectionId: string | null; readonly tokenDataId: string | null }[]): void
  delete(collectionId: string): void
  clear(): void
  readonly memory: () => MemoryUse
}

/** Creates the cache. The sales of a collection have to be deleted with its columns. */
export function createSoldCache(read: ReadSold, areCached: AreCached, now: () => number): SoldCache {
  const entries = new LRUCache<string, CachedSales>({
    maxSize: MAX_BYTES,
    // Counts all tokens: any may be sold while the entry is cached.
    sizeCalculation: ({ table }) => ENTRY_BYTES + TOKEN_BYTES * table.ids.length,
    ttl: LIFE_MS,
    ttlResolution: 0,
    perf: { now },
  })

  const load = (collectionId: string, table: TraitColumns): CachedSales => {
    const soldAt = read(collectionId).then((sales) => inSteps(placeSteps(sales, table)))
    const entry: CachedSales = { table, stale: new Set(), soldAt }
    // Stored before it is read, so that changes meanwhile are recorded.
    if (areCached(collectionId, table)) entries.set(collectionId, entry)
    return entry
  }

  /** Reads the tokens again that the feed has named. */
  const patch = (collectionId: string, entry: CachedSales): void => {
    const ids = [...entry.stale]
    entry.stale.clear()
    entry.soldAt = Promise.all([entry.soldAt, read(collectionId, ids)]).then(([soldAt, sales]) =>
      resold(soldAt, ids, sales, entry.table),
    )
  }

  return {
    async of(collectionId, table) {
      const known = entries.get(collectionId)
      // Positions refer to one table only.
      const isKnown = known !== undefined && known.table === table && known.stale.size <= MAX_PATCHED
      const entry = isKnown ? known : load(collectionId, table)
      // Concurrent callers share the refresh, so none is shown an earlier sale.
      if (entry.stale.size > 0) patch(collectionId, entry)
      try {
        return await entry.soldAt
      } catch (error) {
        if (entries.peek(collectionId) === entry) entries.delete(collectionId)
        throw error
      }
    },
    invalidate(changes) {
      for (const { collectionId, tokenDataId } of changes) {
        if (collectionId === null || tokenDataId === null) continue
        const entry = entries.peek(collectionId)
        if (entry?.table.indexOf.has(tokenDataId) === true) entry.stale.add(tokenDataId)
      }
    },
    delete(collectionId) {
      entries.delete(collectionId)
    },
    clear: () => entries.clear(),
    memory: () => ({ bytes: entries.calculatedSize, maxBytes: MAX_BYTES }),
  }
}

function* placeSteps(sales: ReadonlyMap<string, bigint>, { indexOf }: TraitColumns): Generator<undefined, SoldAt> {
  const soldAt = new Map<number, bigint>()
  let seen = 0
  for (const [id, atMicros] of sales) {
    seen += 1
    if (seen % STEP_SALES === 0) yield
    const token = indexOf.get(id)
    if (token !== undefined) soldAt.set(token, atMicros)
  }
  return soldAt
}

/**
 * Returns the last sales after some tokens were read again; the same object where none of these was sold since, so that orders by it stay. The others stay
 * in their order, so that sorting takes one look at each.
 * @param sales the last sales that these tokens have now.
 */
function resold(
  soldAt: SoldAt,
  ids: readonly string[],
  sales: ReadonlyMap<string, bigint>,
  { indexOf }: TraitColumns,
): SoldAt {
  const changed = new Map<number, bigint | undefined>()
  for (const id of ids) {
    const token = indexOf.get(id)
    if (token !== undefined && soldAt.get(token) !== sales.get(id)) changed.set(token, sales.get(id))
  }
  if (changed.size === 0) return soldAt
  const sold = [...changed].flatMap(([token, at]) => (at === undefined ? [] : [[token, at] as const]))
  const others = [...soldAt].filter(([token]) => !changed.has(token))
  return new Map([...sold.sort(compareSales), ...others].sort(compareSales))
}

type Sale = readonly [token: number, atMicros: bigint]

function compareSales([left, at]: Sale, [right, then]: Sale): number {
  return at === then ? right - left : at < then ? 1 : -1
}
