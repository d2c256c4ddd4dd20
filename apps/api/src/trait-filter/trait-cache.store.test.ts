import { clientAt } from '@opal/domain/limits/client'
import { collectGarbage } from '@opal/domain/testing/collect-garbage'
import type { Store } from '@opal/store/driver/connection'
import { readListItemTraitRows, readTraitRows } from '@opal/store/queries/traits/trait-rows'
import { createTestStore } from '@opal/store/testing/test-store'
import { writeQueuedListItems } from '@opal/store/testing/write-queued-list-items'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { numberedId } from '../testing/reference-items.ts'
import { writeReferenceItems } from '../testing/write-reference-items.ts'
import { TRAIT_BOUNDS } from './column-cache.ts'
import { createTraitCache, type TraitCache } from './trait-cache.ts'
import { type TraitColumns, TraitColumnsBuilder } from './trait-columns.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())

/** Returns a query's syntax tree as text. */
function textOf(query: unknown): string {
  return JSON.stringify(query, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

let collections = 0
/** Charges nobody. */
const FREE = () => undefined

/** Writes a collection whose tokens have so many bytes of traits each. */
async function writeCollection(sizes: readonly number[], hasListItems: boolean): Promise<string> {
  collections += 1
  const collectionId = numberedId(0xc00_0000 + collections)
  const tokens = sizes.map((size, at) => ({
    tokenDataId: numberedId(collections * 1_000 + at),
    name: `Stone #${at}`,
    traits: Array.from({ length: Math.ceil(size / 100) }, (_, kind) => ({
      trait_type: `Kind ${kind}`,
      value: `${at} `.padEnd(100, 'x'),
    })),
    rank: null,
    listings: [],
    soldAtMicros: null,
  }))
  await writeReferenceItems(store, collectionId, tokens)
  if (hasListItems) await writeQueuedListItems(store)
  return collectionId
}

test('pages hold all rows once, and no more text than asked for beyond their first row', async () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(
      sizes,
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 0, max: 12_000 }),
      fc.boolean(),
      async (sizes, take, bytes, hasListItems) => {
        const collectionId = await writeCollection(sizes, hasListItems)
        const read = hasListItems ? readListItemTraitRows : readTraitRows
        const ids: string[] = []
        for (let afterId: string | null = null; ; afterId = ids.at(-1) ?? null) {
          const page: Awaited<ReturnType<typeof read>> = await read(store, collectionId, { take, bytes, afterId })
          if (page === null) {
            expect(sizes).toEqual([])
            return
          }
          expect(page.rows.length).toBeLessThanOrEqual(take)
          if (page.rows.length > 1) expect(page.bytes).toBeLessThanOrEqual(bytes)
          ids.push(...page.rows.map(({ tokenDataId }) => tokenDataId))
          if (!page.hasMore) break
        }
        expect(ids).toEqual(sizes.map((_, at) => numberedId(collections * 1_000 + at)))
      },
    ),
    { numRuns: 20 },
  )
})

test.each([true, false])(
  'a collection of large documents is read up to a bound and refused (list items: %s)',
  async (hasListItems) => {
    const documents = Array<number>(40).fill(6_000)
    const collectionId = await writeCollection(documents, hasListItems)
    const small = { ...TRAIT_BOUNDS, pageBytes: 20_000 }
    expect((await createTraitCache(store, { bounds: small }).columnsOf(collectionId))?.columns).toHaveLength(60)
    for (const bounds of [
      { ...small, readBytes: 200_000 },
      { ...small, bytes: 200_000 },
      { ...small, tokens: 39 },
    ]) {
      expect(await createTraitCache(store, { bounds }).columnsOf(collectionId)).toBeNull()
    }
  },
)

test('the cache of all collections is bounded in bytes; the least recently used is evicted first', async () => {
  const [first, second, third] = [
    await writeCollection(Array(10).fill(5_000), true),
    await writeCollection(Array(10).fill(5_000), true),
    await writeCollection(Array(10).fill(5_000), true),
  ]
  const cache = createTraitCache(store, { bounds: { ...TRAIT_BOUNDS, cachedBytes: 400_000 } })
  for (const collectionId of [first, second]) await cache.columnsOf(collectionId)
  expect(cache.cachedColumnsOf(first)?.ids).toHaveLength(10)
  await cache.columnsOf(third)
  expect(cache.cachedColumnsOf(second)).toBeUndefined()
  expect(cache.cachedColumnsOf(first)?.ids).toHaveLength(10)
  expect(cache.cachedColumnsOf(third)?.ids).toHaveLength(10)
})

// Anyone can look at one collection after the other.
test('columns that are evicted stay in no other cache, whatever was asked of what is for sale', async () => {
  const ids: string[] = []
  for (let at = 0; at < 8; at += 1) ids.push(await writeCollection(Array(10).fill(5_000), true))
  const bounds = { ...TRAIT_BOUNDS, cachedBytes: 400_000 }
  const cache = createTraitCache(store, { bounds, cachesTrading: true })
  const columnsOf = async (collectionId: string) => {
    const table = await cache.columnsOf(collectionId)
    if (table === null) throw new Error('the collection is too large')
    return table
  }
  const ask = async (collectionId: string, table: TraitColumns) => {
    await cache.listedOf(collectionId, table)
    await cache.soldAtOf(collectionId, table)
  }
  const askAll = async () => {
    const late = await columnsOf(ids[0] ?? '')
    const tables: WeakRef<TraitColumns>[] = []
    for (const id of ids) {
      const table = await columnsOf(id)
      await ask(id, table)
      tables.push(new WeakRef(table))
    }
    // Of columns that were evicted while their caller waited.
    await ask(ids[0] ?? '', late)
    return tables
  }
  const tables = await askAll()
  await collectGarbage()
  const inMemory = (id: string) => cache.cachedColumnsOf(id) !== undefined
  expect(ids.filter(inMemory)).toHaveLength(2)
  expect(tables.filter((table) => table.deref() !== undefined)).toHaveLength(2)
  const { listings, sales } = cache.memory
  const used = [listings().bytes, sales().bytes]
  for (const id of ids) cache.deleteColumns(id)
  expect([listings().bytes, sales().bytes]).toEqual([0, 0])
  expect(Math.min(...used)).toBeGreaterThan(0)
})

test('collections with much text are read one at a time, and hold up no other, however many they are', async () => {
  const long = [
    await writeCollection(Array(40).fill(6_000), true),
    await writeCollection(Array(40).fill(6_000), true),
    await writeCollection(Array(40).fill(6_000), true),
    await writeCollection(Array(40).fill(6_000), true),
  ]
  const short = await writeCollection(Array(5).fill(1_000), true)
  const gate = Promise.withResolvers<void>()
  const pages = new Map<string, number>()
  const asked = new WeakMap<object, string>()
  // Beyond its first pages, no collection with much text goes on.
  const db = store.db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      const text = textOf(node)
      const id = long.find((id) => text.includes(id) && text.includes('market.token_list_items k'))
      if (id !== undefined) asked.set(queryId, id)
      return node
    },
    transformResult: async ({ result, queryId }) => {
      const id = asked.get(queryId)
      if (id === undefined) return result
      const count = (pages.get(id) ?? 0) + 1
      pages.set(id, count)
      if (count > 6) await gate.promise
      return result
    },
  })
  const bounds = { ...TRAIT_BOUNDS, pageTokens: 4, pageBytes: 20_000, quickBytes: 50_000 }
  const cache = createTraitCache({ db }, { bounds })
  const reading = long.map((id) => cache.columnsOf(id))
  expect((await cache.columnsOf(short))?.ids).toHaveLength(5)
  await expect.poll(() => [...pages.values()].filter((count) => count > 6)).toHaveLength(1)
  gate.resolve()
  for (const columns of await Promise.all(reading)) expect(columns?.ids).toHaveLength(40)
})

test('rows are added a few hundred at a time, between which other calls are answered, and the client that asks is charged for that time', async () => {
  const ids = [await writeCollection(Array(900).fill(100), true), await writeCollection(Array(900).fill(100), false)]
  const client = clientAt('198.51.100.1')
  const { add } = TraitColumnsBuilder.prototype
  let [turn, usedMs] = [0, 0]
  const rows: number[] = []
  const spy = vi.spyOn(TraitColumnsBuilder.prototype, 'add').mockImplementation(function (
    this: TraitColumnsBuilder,
    row,
  ) {
    rows[turn] = (rows[turn] ?? 0) + 1
    const startMs = performance.now()
    add.call(this, row)
    usedMs += performance.now() - startMs
  })
  let timer = setImmediate(function next() {
    turn += 1
    timer = setImmediate(next)
  })
  onTestFinished(() => {
    spy.mockRestore()
    clearImmediate(timer)
  })
  const cache = createTraitCache(store)
  let chargedMs = 0
  const asking = cache.forClient(client, (ms) => (chargedMs += ms))
  const found = await Promise.all(ids.map((id) => asking.columnsOf(id)))
  expect(found.map((columns) => columns?.ids.length)).toEqual([900, 900])
  expect(Math.max(...rows.filter(Number.isFinite))).toBeLessThanOrEqual(TRAIT_BOUNDS.pageTokens)
  expect(TRAIT_BOUNDS.pageTokens).toBeLessThan(300)
  expect(chargedMs).toBeGreaterThanOrEqual(usedMs)
  // From memory it costs nothing more.
  chargedMs = 0
  await asking.columnsOf(ids[0] ?? '')
  expect(chargedMs).toBe(0)
})

/**
 * Returns the store with a list of the collections of which the first, or a later, page has been asked for, in this order, and how many
 * had been when the version of one was known.
 */
function watched(ids: readonly string[], page: number) {
  const pages = new Map<string, number>()
  const begun: string[] = []
  const versions = new WeakMap<object, string>()
  const queued = new Map<string, number>()
  const db = store.db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      const text = textOf(node)
      const id = ids.find((one) => text.includes(one))
      if (id === undefined) return node
      if (!text.includes('market.token_list_items k')) {
        versions.set(queryId, id)
        return node
      }
      pages.set(id, (pages.get(id) ?? 0) + 1)
      if (pages.get(id) === page) begun.push(id)
      return node
    },
    transformResult: async ({ result, queryId }) => {
      const id = versions.get(queryId)
      if (id !== undefined) queued.set(id, begun.length)
      return result
    },
  })
  return { db, begun, queued }
}

test('collections are read in turns of clients: few that others ask for, of however many, are read before one of another client', async () => {
  const ids: string[] = []
  for (let at = 0; at < 30; at += 1) ids.push(await writeCollection([200, 200], true))
  const flood = fc.record({
    clients: fc.integer({ min: 1, max: 3 }),
    asked: fc.integer({ min: 3, max: 29 }),
    place: fc.nat(29),
    isLong: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(flood, async ({ clients, asked, place, isLong }) => {
      // One with much text is read again, in a turn of its own.
      const { db, begun, queued } = watched(ids, isLong ? 2 : 1)
      const cache = createTraitCache({ db }, { bounds: { ...TRAIT_BOUNDS, ...(isLong && { quickBytes: 100 }) } })
      const flooding = ids
        .slice(0, asked)
        .map((id, at) => cache.forClient(clientAt(`192.0.2.${at % clients}`), FREE).columnsOf(id))
      await expect.poll(() => begun.length).toBeGreaterThan(0)
      const before = begun.length
      // Its own, or one that the flood asked for before.
      const wanted = ids[place] ?? ''
      const columns = await cache.forClient(clientAt('198.51.100.1'), FREE).columnsOf(wanted)
      expect(columns?.ids).toHaveLength(2)
      // It takes its turn once its version is known, while the flood goes on.
      const since = Math.max(before, queued.get(wanted) ?? 0)
      expect(begun.indexOf(wanted) - since).toBeLessThan(2 * (clients + 1) + (isLong ? 3 : 0))
      for (const one of await Promise.all(flooding)) expect(one?.ids).toHaveLength(2)
    }),
    { numRuns: 30 },
  )
})

test('a collection with much text is read twice the first time, and once each time that it has changed, wherever the bound is', async () => {
  const collectionId = await writeCollection(Array(40).fill(6_000), true)
  let pages = 0
  const db = store.db.withPlugin({
    transformQuery: ({ node }) => {
      if (textOf(node).includes('market.token_list_items k')) pages += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const pagesRead = async (read: () => Promise<unknown>) => {
    const before = pages
    await read()
    return pages - before
  }
  const bounds = { ...TRAIT_BOUNDS, pageTokens: 4, pageBytes: 20_000 }
  const whole = await pagesRead(() => createTraitCache({ db }, { bounds }).columnsOf(collectionId))
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 500_000 }), async (quickBytes) => {
      const cache = createTraitCache({ db }, { bounds: { ...bounds, quickBytes } })
      const [first, ...others] = [
        await pagesRead(() => cache.columnsOf(collectionId)),
        ...(await pagesOfChanges(cache)),
      ]
      if (quickBytes < 200_000) expect(first).toBeGreaterThan(whole)
      expect(others).toEqual([whole, whole])
    }),
    { numRuns: 20 },
  )

  async function pagesOfChanges(cache: TraitCache): Promise<readonly number[]> {
    const counts: number[] = []
    for (let change = 0; change < 2; change += 1) {
      cache.deleteColumns(collectionId)
      counts.push(await pagesRead(() => cache.columnsOf(collectionId)))
    }
    return counts
  }
})
