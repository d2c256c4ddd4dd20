import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../driver/connection.ts'
import { seedSmallMarket } from '../testing/small-market.ts'
import { createTestStore } from '../testing/test-store.ts'
import { writeQueuedListItems } from '../testing/write-queued-list-items.ts'
import { readActivityWalk } from './activity/activity-walk.ts'
import { readTokenPage } from './tokens/token-page.ts'

const id = (byte: string) => `0x${byte.repeat(32)}`
const collectionId = id('c0')
const ids = { collectionId, tokenDataId: id('70'), listedTokenDataId: id('71'), owner: id('a1'), buyer: id('b0') }
const NOW = 1_790_000_000_000_000n

let store: Store
beforeAll(async () => {
  store = await createTestStore()
  await seedSmallMarket(store, { ids, marketplace: 'opal', nowMicros: NOW })
  await writeQueuedListItems(store)
})
afterAll(() => store[Symbol.asyncDispose]())

/** A reader that notes the names of statements. */
function noting(names: Set<unknown>) {
  const { pipelines, ...prepared } = store.preparedPool
  const query: typeof pipelines.query = (statement) => {
    names.add(statement.name)
    return pipelines.query(statement)
  }
  return { ...prepared, pipelines: { ...pipelines, query } }
}

// Each is a statement that the database holds a plan of, on each connection, until that ends.
it('pages of any number of rows, which clients choose, are read by few statements', async () => {
  const names = new Set<unknown>()
  const reader = noting(names)
  const walk = async (take: number) =>
    (await readActivityWalk(reader, { of: 'collection_id', id: collectionId, take }, NOW)).rows
  const page = async (take: number) =>
    (await readTokenPage(reader, { filter: { collectionId, listed: true }, order: 'price_asc', take })).items
  const [activities, tokens] = [await walk(101), await page(101)]
  expect([activities.length, tokens.length].every((count) => count > 0)).toBe(true)
  for (let take = 1; take <= 101; take += 1) {
    expect(await walk(take)).toEqual(activities.slice(0, take))
    expect(await page(take)).toEqual(tokens.slice(0, take))
  }
  expect(names.size).toBeLessThan(20)
})
