import type { Reader } from '@opal/store/read/read-rows'
import {
  readCardTraitRows,
  readListedRows,
  readTraitMark,
  readTraitRows,
  type TraitRow,
} from '@opal/store/read/read-trait-rows'
import { createListedCache, type ListedCache } from './listed-cache.ts'
import { buildTraitColumns, type TraitColumns } from './trait-columns.ts'
import type { ListedTokens } from './trait-query.ts'

/** Tokens that all kept collections may have together: some hundred bytes each. */
const MAX_TOKENS = 1_000_000
/** A collection of more tokens than this is not filtered by traits. */
export const MAX_COLLECTION_TOKENS = 200_000
/** After this long the store is asked whether anything changed; until it answers, what is there is used. */
const FRESH_MS = 10_000
const PAGE = 4_000

/** Columns of the collections that were asked for lately; PostgreSQL stays the truth. */
export interface TraitCache {
  /** Null for a collection that is too large. */
  columnsOf(collectionId: string): Promise<TraitColumns | null>
  /** As {@link columnsOf}, at once; undefined where they are not in memory. */
  keptColumnsOf(collectionId: string): TraitColumns | null | undefined
  /** What is for sale there now. */
  listedOf(collectionId: string, table: TraitColumns, marketplace?: string): Promise<ListedTokens>
  /** What the change feed tells. */
  hear: ListedCache['hear']
  /** Drops a collection's columns: its tokens were described or ranked anew. */
  forgetColumns(collectionId: string): void
  /** Drops what is for sale: it may be from before the feed was heard. */
  forgetAll: ListedCache['forgetAll']
}

export interface TraitCacheOptions {
  /** Keep what is for sale, too, for as long as the change feed tells of nothing else. */
  readonly keepsListed?: boolean
  /** Milliseconds that only go forward; tests bring their own. */
  readonly now?: () => number
}

interface Kept {
  readonly columns: Promise<TraitColumns | null>
  /** What they came to. */
  loaded: TraitColumns | null | undefined
  readonly mark: string
  checkedAt: number
  checking: boolean
  size: number
}

/** Keeps the columns of collections that were asked for lately, and what of them is listed. */
export function createTraitCache(
  store: Reader,
  { keepsListed = false, now = () => performance.now() }: TraitCacheOptions = {},
): TraitCache {
  const kept = new Map<string, Kept>()
  const listed = createListedCache((id, ids) => readListedRows(store, id, ids), keepsListed, now)

  const loading = new Map<string, Promise<Kept>>()
  /** Reads anew; who asks meanwhile waits for the same, unless it has been dropped since. */
  const load = (collectionId: string): Promise<Kept> => {
    const running = loading.get(collectionId)
    if (running !== undefined) return running
    const next: Promise<Kept> = read(collectionId, () => loading.get(collectionId) === next).finally(() => {
      if (loading.get(collectionId) === next) loading.delete(collectionId)
    })
    loading.set(collectionId, next)
    return next
  }

  const read = async (collectionId: string, isWanted: () => boolean): Promise<Kept> => {
    const mark = await readTraitMark(store, collectionId)
    const columns = loadColumns(store, collectionId)
    const entry: Kept = { columns, loaded: undefined, mark, checkedAt: now(), checking: false, size: 0 }
    entry.columns.then(
      (columns) => {
        entry.loaded = columns
        entry.size = columns?.ids.length ?? 0
        evict(kept)
      },
      () => {
        if (kept.get(collectionId) === entry) kept.delete(collectionId)
      },
    )
    if (isWanted()) kept.set(collectionId, entry)
    return entry
  }

  const check = async (collectionId: string, entry: Kept): Promise<void> => {
    entry.checking = true
    try {
      const mark = await readTraitMark(store, collectionId)
      if (mark !== entry.mark && kept.get(collectionId) === entry) await load(collectionId)
      entry.checkedAt = now()
    } catch {
      // The store is away: what is there stays, and the next question asks again.
    } finally {
      entry.checking = false
    }
  }

  /** The one asked for last is evicted last. */
  const use = (collectionId: string, entry: Kept): void => {
    kept.delete(collectionId)
    kept.set(collectionId, entry)
    if (!entry.checking && now() - entry.checkedAt > FRESH_MS) void check(collectionId, entry)
  }

  return {
    listedOf: listed.of,
    hear: listed.hear,
    forgetAll: listed.forgetAll,
    forgetColumns: (collectionId) => {
      kept.delete(collectionId)
      loading.delete(collectionId)
    },
    columnsOf: async (collectionId) => {
      const entry = kept.get(collectionId)
      if (entry === undefined) return (await load(collectionId)).columns
      use(collectionId, entry)
      return entry.columns
    },
    keptColumnsOf: (collectionId) => {
      const entry = kept.get(collectionId)
      if (entry !== undefined) use(collectionId, entry)
      return entry?.loaded
    },
  }
}

async function loadColumns(store: Reader, collectionId: string): Promise<TraitColumns | null> {
  const rows = (await rowsOfCards(store, collectionId)) ?? (await rowsOfTokens(store, collectionId))
  return rows.length > MAX_COLLECTION_TOKENS ? null : buildTraitColumns(rows)
}

/** Null where not every card is ready. Stops once there are too many. */
async function rowsOfCards(store: Reader, collectionId: string): Promise<readonly TraitRow[] | null> {
  const rows: TraitRow[] = []
  for (let afterId: string | null = null; ; ) {
    const page = await readCardTraitRows(store, collectionId, { take: PAGE, afterId })
    if (page === null) return null
    rows.push(...page.flatMap(({ row }) => row ?? []))
    afterId = page.at(-1)?.tokenDataId ?? null
    if (page.length < PAGE || rows.length > MAX_COLLECTION_TOKENS) return rows
  }
}

async function rowsOfTokens(store: Reader, collectionId: string): Promise<readonly TraitRow[]> {
  const rows: TraitRow[] = []
  for (;;) {
    const page = await readTraitRows(store, collectionId, { take: PAGE, afterId: rows.at(-1)?.tokenDataId ?? null })
    rows.push(...page)
    if (page.length < PAGE || rows.length > MAX_COLLECTION_TOKENS) return rows
  }
}

function evict(kept: Map<string, Kept>): void {
  let tokens = [...kept.values()].reduce((sum, entry) => sum + entry.size, 0)
  for (const [collectionId, entry] of kept) {
    if (tokens <= MAX_TOKENS || kept.size === 1) return
    kept.delete(collectionId)
    tokens -= entry.size
  }
}
