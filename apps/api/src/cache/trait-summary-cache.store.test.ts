import type { Store } from '@opal/store/driver/connection'
import { createTestStore } from '@opal/store/testing/test-store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTraitSummaryCache } from './trait-summary-cache.ts'

const COLLECTION = `0x${'c0'.repeat(32)}`
const NUMBER = { trait_type: 'Number', value: '1' }

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())

/** Stores that so many tokens have the value, besides 5,000 values of one token each. */
async function setCount(count: number): Promise<void> {
  const others = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`other ${at}`, 1]))
  const counts = JSON.stringify({ Number: { ...others, 1: count } })
  await store.pool.query(
    `insert into market.trait_versions (collection_id, rankings, counts) values ($1, 1, $2)
     on conflict (collection_id) do update set counts = excluded.counts`,
    [COLLECTION, counts],
  )
}

test('keeps the counts of a collection with thousands of values until the change feed names it', async () => {
  const cache = createTraitSummaryCache({ store }, 60_000)
  const read = async () => (await cache.get(COLLECTION, [NUMBER]))?.map(({ count }) => count)
  await setCount(2)
  expect(await read()).toEqual([2])
  await setCount(3)
  expect(await read()).toEqual([2])
  cache.invalidate(COLLECTION)
  expect(await read()).toEqual([3])
})
