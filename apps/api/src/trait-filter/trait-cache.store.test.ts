import { collectGarbage } from '@opal/domain/testing/collect-garbage'
import type { Store } from '@opal/store/driver/connection'
import { createTestStore } from '@opal/store/testing/test-store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TRAIT_BOUNDS } from './column-cache.ts'
import { writeSizedCollection } from './testing/write-sized-collection.ts'
import { createTraitCache } from './trait-cache.ts'
import type { TraitColumns } from './trait-columns.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())

test.each([true, false])(
  'a collection of large documents is read up to a bound and refused (list items: %s)',
  async (hasListItems) => {
    const documents = Array<number>(40).fill(6_000)
    const collectionId = await writeSizedCollection(store, documents, { hasListItems })
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
    await writeSizedCollection(store, Array(10).fill(5_000)),
    await writeSizedCollection(store, Array(10).fill(5_000)),
    await writeSizedCollection(store, Array(10).fill(5_000)),
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
  for (let at = 0; at < 8; at += 1) ids.push(await writeSizedCollection(store, Array(10).fill(5_000)))
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
