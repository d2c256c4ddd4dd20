import type { ListedRow } from '@opal/store/queries/traits/trait-rows'
import type { TraitColumns } from './trait-columns.ts'
import type { ListedTokens } from './trait-query.ts'

/** Returns the listed tokens by position, at the cheapest of their prices. */
export function toListed(rows: readonly ListedRow[], table: TraitColumns): ListedTokens {
  const prices = new Map<number, bigint>()
  const placedAt = new Map<number, bigint>()
  for (const row of rows) {
    const token = table.indexOf.get(row.tokenDataId)
    if (token === undefined) continue
    const price = prices.get(token)
    if (price !== undefined && price <= row.priceOctas) continue
    prices.set(token, row.priceOctas)
    placedAt.set(token, row.placedAtMicros)
  }
  return { prices, placedAt }
}

/** Everything is read again after this time: the validity of an order may change without a message. */
const LIFE_MS = 60_000
/** Cached listings of all collections together, a few hundred bytes each; the oldest collection is evicted first. */
const MAX_ROWS = 300_000

interface Kept {
  readonly table: TraitColumns
  readonly rows: Map<string, readonly ListedRow[]>
  listed: ListedTokens
  /** Tokens that the feed has named since. */
  readonly stale: Set<string>
  /** Settles when the tokens named last have been read again. */
  patched: Promise<void>
  readonly until: number
}

/** Reads the listings of a collection, or of some of its tokens. */
export type ReadListed = (collectionId: string, ids?: readonly string[]) => Promise<readonly ListedRow[]>

/** Listings of collections in memory; after a change only the tokens that the feed names are read again. */
export interface ListedCache {
  of(collectionId: string, table: TraitColumns, marketplace?: string): Promise<ListedTokens>
  invalidate(changes: readonly { readonly collectionId: string | null; readonly tokenDataId: string | null }[]): void
  clear(): void
}

/** @param isKeeping false reads everything each time. */
export function createListedCache(read: ReadListed, isKeeping: boolean, now: () => number): ListedCache {
  const kept = new Map<string, Kept>()

  const load = async (collectionId: string, table: TraitColumns): Promise<Kept> => {
    const until = now() + LIFE_MS
    const stale = new Set<string>()
    const entry: Kept = { table, rows: new Map(), listed: NOTHING, stale, patched: Promise.resolve(), until }
    // Changes are recorded from now on, also while it is read.
    if (isKeeping) kept.set(collectionId, entry)
    const rows = await read(collectionId).catch((error: unknown) => {
      if (kept.get(collectionId) === entry) kept.delete(collectionId)
      throw error
    })
    for (const [id, members] of Map.groupBy(rows, ({ tokenDataId }) => tokenDataId)) entry.rows.set(id, members)
    entry.listed = toListed(rows, table)
    if (isKeeping) evict(kept)
    return entry
  }

  const loading = new Map<string, Promise<Kept>>()
  const fresh = (collectionId: string, table: TraitColumns): Promise<Kept> => {
    const running = loading.get(collectionId)
    if (running !== undefined && isKeeping) return running
    const next = load(collectionId, table).finally(() => loading.delete(collectionId))
    loading.set(collectionId, next)
    return next
  }

  return {
    async of(collectionId, table, marketplace) {
      await loading.get(collectionId)?.catch(() => undefined)
      const known = kept.get(collectionId)
      const isGood = known !== undefined && known.table === table && known.until > now()
      const entry = isGood ? known : await fresh(collectionId, table)
      // Concurrent callers share the refresh, so nobody sees stale prices.
      if (entry.stale.size > 0)
        entry.patched = entry.patched.catch(() => undefined).then(() => patch(read, collectionId, entry))
      await entry.patched
      if (marketplace === undefined) return entry.listed
      const there = [...entry.rows.values()].flat().filter((row) => row.marketplace === marketplace)
      return toListed(there, table)
    },
    invalidate(changes) {
      for (const { collectionId, tokenDataId } of changes) {
        if (collectionId !== null && tokenDataId !== null) kept.get(collectionId)?.stale.add(tokenDataId)
      }
    },
    clear() {
      kept.clear()
      loading.clear()
    },
  }
}

/** Reads the tokens again that the feed named; those that could not be read are read the next time. */
async function patch(read: ReadListed, collectionId: string, entry: Kept): Promise<void> {
  const ids = [...entry.stale]
  entry.stale.clear()
  const found = await read(collectionId, ids).catch((error: unknown) => {
    for (const id of ids) entry.stale.add(id)
    throw error
  })
  const rows = Map.groupBy(found, ({ tokenDataId }) => tokenDataId)
  for (const id of ids) {
    const members = rows.get(id)
    if (members === undefined) entry.rows.delete(id)
    else entry.rows.set(id, members)
  }
  entry.listed = toListed([...entry.rows.values()].flat(), entry.table)
}

function evict(kept: Map<string, Kept>): void {
  let rows = [...kept.values()].reduce((sum, entry) => sum + 1 + entry.rows.size, 0)
  for (const [collectionId, entry] of kept) {
    if (rows <= MAX_ROWS || kept.size === 1) return
    kept.delete(collectionId)
    rows -= 1 + entry.rows.size
  }
}

const NOTHING: ListedTokens = { prices: new Map(), placedAt: new Map() }
