import type { ListedRow } from '@opal/store/queries/traits/trait-rows'
import type { MemoryUse } from '../cache/memory-use.ts'
import { inSteps } from '../event-loop.ts'
import { patchValues } from './column-views.ts'
import type { TraitColumns } from './trait-columns.ts'
import type { ListedTokens } from './trait-query.ts'

/** Rows that are looked at in one step: other calls are answered between steps. */
const STEP_ROWS = 10_000

/** Returns the listed tokens by position, at the cheapest of their prices, in steps: a collection may have hundreds of thousands. */
export function* listedSteps(rows: readonly ListedRow[], table: TraitColumns): Generator<undefined, ListedTokens> {
  const prices = new Map<number, bigint>()
  const placedAt = new Map<number, bigint>()
  for (const [at, row] of rows.entries()) {
    if (at % STEP_ROWS === STEP_ROWS - 1) yield
    const token = table.indexOf.get(row.tokenDataId)
    if (token === undefined) continue
    const price = prices.get(token)
    if (price !== undefined && price <= row.priceOctas) continue
    prices.set(token, row.priceOctas)
    placedAt.set(token, row.placedAtMicros)
  }
  return { prices, placedAt }
}

/**
 * Returns what is listed after some tokens were read again, in steps; the same object where nothing differs.
 * @param rows the listings that these tokens have now.
 */
function* relistedSteps(
  listed: ListedTokens,
  ids: readonly string[],
  rows: readonly ListedRow[],
  table: TraitColumns,
): Generator<undefined, ListedTokens> {
  const asked = new Set(ids.flatMap((id) => table.indexOf.get(id) ?? []))
  const now = yield* listedSteps(rows, table)
  const prices = yield* patchValues(listed.prices, asked, now.prices)
  const placedAt = yield* patchValues(listed.placedAt, asked, now.placedAt)
  return prices === listed.prices && placedAt === listed.placedAt ? listed : { prices, placedAt }
}

/** Everything is read again after this time: the validity of an order may change without a message. */
const LIFE_MS = 60_000
/** Memory of one cached listing. */
const ROW_BYTES = 320
/** Fixed size of a collection's maps, in listings: it is added to the number of its listings. */
const ROWS_OF_COLLECTION = 5
/** Memory of the cached listings of all collections together; the oldest collection is evicted first. */
const MAX_BYTES = 48 * 1024 * 1024
const MAX_ROWS = MAX_BYTES / ROW_BYTES

/** Listings of one collection. */
interface CachedListings {
  readonly table: TraitColumns
  readonly rows: Map<string, readonly ListedRow[]>
  listed: ListedTokens
  /** Those of one marketplace, for each that was asked for and has some; replaced when any may have changed. */
  listedThere: Map<string, ListedTokens>
  /** Tokens that the feed has named since. */
  readonly stale: Set<string>
  /** Settles when all have been read. */
  loaded: Promise<void>
  /** Settles when the tokens named last have been read again. */
  patched: Promise<void>
  /** When all are read again, milliseconds. */
  readonly until: number
  /** Listings as which it counts. */
  counted: number
}

/** Reads the listings of a collection, or of some of its tokens. */
export type ReadListed = (collectionId: string, ids?: readonly string[]) => Promise<readonly ListedRow[]>

/** Listings of collections in memory; after a change only the tokens that the feed names are read again. */
export interface ListedCache {
  of(collectionId: string, table: TraitColumns, marketplace?: string): Promise<ListedTokens>
  invalidate(changes: readonly { readonly collectionId: string | null; readonly tokenDataId: string | null }[]): void
  /** Deletes the listings of a collection: any of them may have changed. */
  delete(collectionId: string): void
  clear(): void
  readonly memory: () => MemoryUse
}

/**
 * Returns whether these columns are those in memory. Nothing else is cached by their positions: it refers to them, so that any number of evicted ones
 * would stay in memory.
 */
export type AreCached = (collectionId: string, table: TraitColumns) => boolean

/** Creates the cache. The listings of a collection have to be deleted with its columns. */
export function createListedCache(read: ReadListed, areCached: AreCached, now: () => number): ListedCache {
  const entries = new CountedListings()

  const load = (collectionId: string, table: TraitColumns): CachedListings => {
    const entry = emptyEntry(table, now() + LIFE_MS)
    // Stored before it is read, so that changes meanwhile are recorded.
    if (areCached(collectionId, table)) entries.set(collectionId, entry)
    const fill = async () => inSteps(fillSteps(entry, await read(collectionId)))
    entry.loaded = fill().then(
      () => {
        entries.recount(collectionId, entry)
        entries.evict()
      },
      (error: unknown) => {
        if (entries.get(collectionId) === entry) entries.delete(collectionId)
        throw error
      },
    )
    return entry
  }

  /** Returns the entry of a collection in the order of these columns: positions are of one table alone. */
  const entryOf = (collectionId: string, table: TraitColumns): CachedListings => {
    const known = entries.get(collectionId)
    return known !== undefined && known.table === table && known.until > now() ? known : load(collectionId, table)
  }

  return {
    async of(collectionId, table, marketplace) {
      const entry = entryOf(collectionId, table)
      await entry.loaded
      // Concurrent callers share the refresh, so none gets stale prices.
      if (entry.stale.size > 0)
        entry.patched = entry.patched
          .catch(() => undefined)
          .then(() => patch(read, collectionId, entry))
          .finally(() => entries.recount(collectionId, entry))
      await entry.patched
      if (marketplace === undefined) return entry.listed
      const { listedThere } = entry
      const found = listedThere.get(marketplace) ?? (await inSteps(thereSteps(entry, marketplace)))
      // That of a concurrent caller, so that both know its order once it is sorted.
      const there = listedThere.get(marketplace) ?? found
      // Clients choose the id: unknown ones are not cached.
      if (there.prices.size > 0) listedThere.set(marketplace, there)
      return there
    },
    invalidate(changes) {
      for (const { collectionId, tokenDataId } of changes) {
        if (collectionId === null || tokenDataId === null) continue
        const entry = entries.get(collectionId)
        if (entry === undefined) continue
        if (entry.until > now()) entry.stale.add(tokenDataId)
        // An expired entry is not read again, so its set of changes would only grow.
        else entries.delete(collectionId)
      }
    },
    delete: (collectionId) => entries.delete(collectionId),
    clear: () => entries.clear(),
    memory: () => ({ bytes: entries.rows * ROW_BYTES, maxBytes: MAX_BYTES }),
  }
}

/** Reads the tokens again that the feed named; those that could not be read are read the next time. */
async function patch(read: ReadListed, collectionId: string, entry: CachedListings): Promise<void> {
  const ids = [...entry.stale]
  // The refresh of another caller, for which this one has waited, has read them.
  if (ids.length === 0) return
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
  entry.listed = await inSteps(relistedSteps(entry.listed, ids, found, entry.table))
  entry.listedThere = new Map()
}

function emptyEntry(table: TraitColumns, until: number): CachedListings {
  return {
    table,
    rows: new Map(),
    listed: NOTHING,
    listedThere: new Map(),
    stale: new Set(),
    loaded: Promise.resolve(),
    patched: Promise.resolve(),
    until,
    counted: 0,
  }
}

function* fillSteps(entry: CachedListings, found: readonly ListedRow[]): Generator<undefined, void> {
  const { rows, table } = entry
  for (const [at, row] of found.entries()) {
    if (at % STEP_ROWS === STEP_ROWS - 1) yield
    rows.set(row.tokenDataId, [...(rows.get(row.tokenDataId) ?? []), row])
  }
  entry.listed = yield* listedSteps(found, table)
}

/** Returns what is listed on a marketplace at the first step; changes between the steps are left out. */
function* thereSteps({ rows, table }: CachedListings, marketplace: string): Generator<undefined, ListedTokens> {
  const there: ListedRow[] = []
  for (const [at, members] of [...rows.values()].entries()) {
    if (at % STEP_ROWS === STEP_ROWS - 1) yield
    for (const row of members) if (row.marketplace === marketplace) there.push(row)
  }
  return yield* listedSteps(there, table)
}

/** Listings of collections, the oldest first, and how many they are together: to count them again for each would take ever longer, for all callers. */
class CountedListings {
  readonly #entries = new Map<string, CachedListings>()
  #rows = 0

  get rows(): number {
    return this.#rows
  }

  get(collectionId: string): CachedListings | undefined {
    return this.#entries.get(collectionId)
  }

  set(collectionId: string, entry: CachedListings): void {
    this.delete(collectionId)
    this.#entries.set(collectionId, entry)
    this.recount(collectionId, entry)
  }

  delete(collectionId: string): void {
    this.#rows -= this.#entries.get(collectionId)?.counted ?? 0
    this.#entries.delete(collectionId)
  }

  /** Updates the counted size of an entry. Ignores an entry that was evicted. */
  recount(collectionId: string, entry: CachedListings): void {
    if (this.#entries.get(collectionId) !== entry) return
    this.#rows -= entry.counted
    entry.counted = ROWS_OF_COLLECTION + entry.rows.size
    this.#rows += entry.counted
  }

  clear(): void {
    this.#entries.clear()
    this.#rows = 0
  }

  evict(): void {
    for (const collectionId of this.#entries.keys()) {
      if (this.#rows <= MAX_ROWS || this.#entries.size === 1) return
      this.delete(collectionId)
    }
  }
}

const NOTHING: ListedTokens = { prices: new Map(), placedAt: new Map() }
