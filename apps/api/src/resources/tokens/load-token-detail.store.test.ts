import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { refreshNextRarity } from '@opal/store/projections/rarity/worker'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { createTraitCache } from '../../trait-filter/trait-cache.ts'
import { loadTokenDetail } from './load-token-detail.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

test('traits are shown with the same stats before and after the whole collection is in memory', async () => {
  await api.store.pool.query('insert into market.rarity_queue (collection_id) values ($1)', [EXAMPLE.collectionId])
  while ((await refreshNextRarity(api.store.db)) !== null);
  const traits = createTraitCache(api.store)
  const context = { ...api.context, traits }
  const shown = async () => loadTokenDetail(context, EXAMPLE.tokenDataId)
  const first = await shown()
  expect(first?.attributes.length).toBeGreaterThan(0)
  expect(first?.attributes.every(({ count }) => (count ?? 0) > 0)).toBe(true)
  expect(traits.cachedColumnsOf(EXAMPLE.collectionId)).toBeUndefined()
  await traits.columnsOf(EXAMPLE.collectionId)
  expect(traits.cachedColumnsOf(EXAMPLE.collectionId)).toBeDefined()
  expect(await shown()).toEqual(first)
})

test('a collection that waits to be counted is read as a whole', async () => {
  await api.store.pool.query('insert into market.rarity_queue (collection_id) values ($1)', [EXAMPLE.collectionId])
  const traits = createTraitCache(api.store)
  const shown = await loadTokenDetail({ ...api.context, traits }, EXAMPLE.tokenDataId)
  expect(traits.cachedColumnsOf(EXAMPLE.collectionId)).toBeDefined()
  expect(shown?.attributes.length).toBeGreaterThan(0)
})

test('the last sale of the collection is shown with every token, one that was never sold too', async () => {
  for (const octas of ['300000000', null]) {
    await api.store.pool.query('update market.collection_stats set last_sale_octas = $1 where collection_id = $2', [
      octas,
      EXAMPLE.collectionId,
    ])
    api.context.facts.invalidate(EXAMPLE.collectionId)
    for (const id of [EXAMPLE.tokenDataId, EXAMPLE.listedTokenDataId])
      expect((await loadTokenDetail(api.context, id))?.collectionLastSalePrice).toBe(octas)
  }
})
