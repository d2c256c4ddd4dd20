import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../testing/test-api.ts'
import { createCollectionCache } from './collection-cache.ts'

let api: TestApi

beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

async function anyCollection(): Promise<string> {
  const [row] = await api.store.db.selectFrom('market.collection_stats').select('collection_id').limit(1).execute()
  return row?.collection_id ?? ''
}

async function setFloor(collectionId: string, octas: bigint): Promise<void> {
  await api.store.db
    .updateTable('market.collection_stats')
    .set({ floor_octas: octas })
    .where('collection_id', '=', collectionId)
    .execute()
}

test('a found collection is as it was until the feed says otherwise, and an unknown one is left out', async () => {
  const cache = createCollectionCache(api.context, 60_000)
  const id = await anyCollection()
  const floor = async () => (await cache.getMany([id, `0x${'9'.repeat(64)}`])).map(({ floorPrice }) => floorPrice)
  await setFloor(id, 5n)
  expect(await floor()).toEqual(['5'])
  await setFloor(id, 7n)
  expect(await floor()).toEqual(['5'])
  cache.invalidate(null)
  cache.invalidate(`0x${'9'.repeat(64)}`)
  expect(await floor()).toEqual(['5'])
  cache.invalidate(id)
  expect(await floor()).toEqual(['7'])
  await setFloor(id, 9n)
  cache.clear()
  expect(await floor()).toEqual(['9'])
})

test('without a lifetime every value is loaded again each time', async () => {
  const cache = createCollectionCache(api.context, 0)
  const id = await anyCollection()
  for (const octas of [11n, 12n]) {
    await setFloor(id, octas)
    expect((await cache.getMany([id])).map(({ floorPrice }) => floorPrice)).toEqual([String(octas)])
  }
})
