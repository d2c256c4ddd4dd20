import type { Client } from '@opal/domain/limits/client'
import type { Reader } from '@opal/store/queries/read-rows'
import { readTraitVersion } from '@opal/store/queries/traits/trait-rows'
import type { MemoryUse } from '../cache/memory-use.ts'
import { type Charge, type ColumnReads, createColumnReads } from './column-reads.ts'
import type { ReadBounds } from './read-trait-columns.ts'
import { COLLECTION_BYTES, type TraitColumns } from './trait-columns.ts'

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
  pageTokens: 256,
  pageBytes: 250_000,
  cachedTokens: 1_000_000,
  cachedBytes: 200_000_000,
}
/** Age after which the version is read again, milliseconds; until it has been, the columns are used. */
const FRESH_MS = 10_000

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

/** Columns of collections in memory; the least recently used are evicted. */
export class ColumnCache {
  readonly #store: Reader
  readonly #bounds: TraitBounds
  readonly #now: () => number
  readonly #onRemove: (collectionId: string) => void
  readonly #reads: ColumnReads
  readonly #entries = new Map<string, CachedColumns>()
  readonly #loading = new Map<string, Promise<CachedColumns>>()
  /** Of all entries: to sum them again for each that is read would take ever longer, for all callers. */
  #tokens = 0
  #bytes = 0
  #begun = 0

  /**
   * @param now monotonic clock, milliseconds.
   * @param onRemove is called with each collection of which the columns are no longer in memory, or other ones.
   */
  constructor(
    store: Reader,
    bounds: TraitBounds,
    now: () => number,
    onRemove: (collectionId: string) => void = () => undefined,
  ) {
    this.#store = store
    this.#bounds = bounds
    this.#now = now
    this.#onRemove = onRemove
    this.#reads = createColumnReads(store, bounds)
  }

  /**
   * Returns a collection's columns, read in the turns of a client where they are not in memory; null for one that is too large.
   * @param charge notes processor time of reads for this client, milliseconds.
   * @throws QueriesBusyError when too many wait, or it has waited too long
   */
  async get(collectionId: string, client: Client, charge: Charge): Promise<TraitColumns | null> {
    return this.#read(this.#use(collectionId, client, charge) ?? (await this.#load(collectionId)), client, charge)
  }

  /** As {@link get}, from memory only; undefined where they are not there. */
  peek(collectionId: string, client: Client, charge: Charge): TraitColumns | null | undefined {
    return this.#use(collectionId, client, charge)?.columns
  }

  /** Returns whether these columns are in memory. */
  has(collectionId: string, columns: TraitColumns): boolean {
    return this.#entries.get(collectionId)?.columns === columns
  }

  delete(collectionId: string): void {
    this.#remove(collectionId)
    this.#loading.delete(collectionId)
  }

  memory(): MemoryUse {
    return { bytes: this.#bytes, maxBytes: this.#bounds.cachedBytes }
  }

  #set(entry: CachedColumns): void {
    this.#remove(entry.collectionId)
    this.#entries.set(entry.collectionId, entry)
    this.#count(entry, 1)
  }

  #remove(collectionId: string): void {
    const entry = this.#entries.get(collectionId)
    if (entry === undefined) return
    this.#entries.delete(collectionId)
    this.#count(entry, -1)
    this.#onRemove(collectionId)
  }

  #count({ tokens, bytes }: CachedColumns, times: 1 | -1): void {
    this.#tokens += times * tokens
    this.#bytes += times * bytes
  }

  /** Evicts the least recently used while all together are too large. */
  #evict(): void {
    const { cachedTokens, cachedBytes } = this.#bounds
    for (const collectionId of this.#entries.keys()) {
      const isLarge = this.#tokens > cachedTokens || this.#bytes > cachedBytes
      if (!isLarge || this.#entries.size === 1) return
      this.#remove(collectionId)
    }
  }

  /** Marks an entry as the most recently used, and checks its version when it is due. */
  #use(collectionId: string, client: Client, charge: Charge): CachedColumns | undefined {
    const entry = this.#entries.get(collectionId)
    if (entry === undefined) return undefined
    this.#entries.delete(collectionId)
    this.#entries.set(collectionId, entry)
    if (!entry.checking && this.#now() - entry.checkedAt > FRESH_MS) void this.#check(entry, client, charge)
    return entry
  }

  async #check(entry: CachedColumns, client: Client, charge: Charge): Promise<void> {
    const { collectionId } = entry
    entry.checking = true
    try {
      const version = await readTraitVersion(this.#store, collectionId)
      const isOld = version !== entry.version && this.#entries.get(collectionId) === entry
      if (isOld) await this.#read(await this.#load(collectionId), client, charge)
      entry.checkedAt = this.#now()
    } catch {
      // The store is away or busy: the columns stay, and the next caller checks again.
    } finally {
      entry.checking = false
    }
  }

  /** Makes a new entry. Concurrent callers share it, unless the columns have been deleted since it was begun. */
  #load(collectionId: string): Promise<CachedColumns> {
    const running = this.#loading.get(collectionId)
    if (running !== undefined) return running
    const isWanted = () => this.#loading.get(collectionId) === next
    const next: Promise<CachedColumns> = this.#begin(collectionId, isWanted).finally(() => {
      if (isWanted()) this.#loading.delete(collectionId)
    })
    this.#loading.set(collectionId, next)
    return next
  }

  async #begin(collectionId: string, isWanted: () => boolean): Promise<CachedColumns> {
    const version = await readTraitVersion(this.#store, collectionId)
    this.#begun += 1
    const entry: CachedColumns = {
      collectionId,
      key: `${collectionId} ${this.#begun}`,
      columns: undefined,
      version,
      checkedAt: this.#now(),
      checking: false,
      tokens: 1,
      bytes: COLLECTION_BYTES,
    }
    if (isWanted()) this.#set(entry)
    return entry
  }

  async #read(entry: CachedColumns, client: Client, charge: Charge): Promise<TraitColumns | null> {
    if (entry.columns !== undefined) return entry.columns
    const found = await this.#reads.read(entry.collectionId, entry.key, client, charge)
    // Another caller of the same read has stored and counted it already.
    if (entry.columns !== undefined) return entry.columns
    const isCached = this.#entries.get(entry.collectionId) === entry
    if (isCached) this.#count(entry, -1)
    entry.columns = found?.columns ?? null
    entry.tokens = Math.max(1, found?.tokens ?? 0)
    entry.bytes = found?.bytes ?? COLLECTION_BYTES
    if (isCached) this.#count(entry, 1)
    this.#evict()
    return entry.columns
  }
}
