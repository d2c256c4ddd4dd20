import { clientAt } from '@opal/domain/limits/client'
import type { Store } from '@opal/store/driver/connection'
import { readListItemTraitRows, readTraitRows } from '@opal/store/queries/traits/trait-rows'
import { createTestStore } from '@opal/store/testing/test-store'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { TRAIT_BOUNDS } from './column-cache.ts'
import { tokenIdOf, writeSizedCollection } from './testing/write-sized-collection.ts'
import { createTraitCache, type TraitCache } from './trait-cache.ts'
import { TraitColumnsBuilder } from './trait-columns.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())

/** Returns a query's syntax tree as text. */
function textOf(query: unknown): string {
  return JSON.stringify(query, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

/** Charges nobody. */
const FREE = () => undefined

test('pages hold all rows once, and no more text than asked for beyond their first row', async () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(
      sizes,
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 0, max: 12_000 }),
      fc.boolean(),
      async (sizes, take, bytes, hasListItems) => {
        const collectionId = await writeSizedCollection(store, sizes, { hasListItems })
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
        expect(ids).toEqual(sizes.map((_, at) => tokenIdOf(collectionId, at)))
      },
    ),
    { numRuns: 20 },
  )
})

test('collections with much text are read one at a time, and hold up no other, however many they are', async () => {
  const long = [
    await writeSizedCollection(store, Array(40).fill(6_000)),
    await writeSizedCollection(store, Array(40).fill(6_000)),
    await writeSizedCollection(store, Array(40).fill(6_000)),
    await writeSizedCollection(store, Array(40).fill(6_000)),
  ]
  const short = await writeSizedCollection(store, Array(5).fill(1_000))
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
  const ids = [
    await writeSizedCollection(store, Array(900).fill(100)),
    await writeSizedCollection(store, Array(900).fill(100), { hasListItems: false }),
  ]
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
  for (let at = 0; at < 30; at += 1) ids.push(await writeSizedCollection(store, [200, 200]))
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
  const collectionId = await writeSizedCollection(store, Array(40).fill(6_000))
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
