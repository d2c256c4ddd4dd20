import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect, type Store } from '../../driver/connection.ts'
import { seedSmallMarket } from '../../testing/small-market.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { readMarketTotals } from './market-totals.ts'

const ids = {
  collectionId: `0x${'c0'.repeat(32)}`,
  tokenDataId: `0x${'70'.repeat(31)}01`,
  listedTokenDataId: `0x${'70'.repeat(31)}02`,
  owner: `0x${'a1'.repeat(32)}`,
  buyer: `0x${'b0'.repeat(32)}`,
}
const nowMicros = 1_790_000_000_000_000n

let store: Store
const stack = new AsyncDisposableStack()
beforeAll(async () => {
  const database = stack.use(await createTestDatabase())
  store = stack.use(connect({ connectionString: database.databaseUrl, applicationName: 'test' }))
  await seedSmallMarket(store, { ids, marketplace: 'somewhere', nowMicros })
})
afterAll(() => stack.disposeAsync())

// @feature landing.intro
it('sums listings of all collections, and the sales of the last 24 hours without wash trades', async () => {
  const before = await readMarketTotals(store, nowMicros)
  expect(before.collections).toBe(1n)
  expect(before.listed).toBeGreaterThan(0n)
  expect(String(before.day_octas)).toBe('100000000')
  expect(before.day_sales).toBe(1n)
  await store.db.updateTable('market.sales').set({ is_wash: true }).execute()
  const after = await readMarketTotals(store, nowMicros)
  expect([String(after.day_octas), after.day_sales]).toEqual(['0', 0n])
})
