import { expect, test } from 'vitest'
import { queryRows } from '../../testing/query-rows.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { fillBestProceeds } from './fill-best-proceeds.ts'

const COLLECTIONS = 2_500

test('collections that were sold before there was a column for it get what their sellers received most, each once', async () => {
  await using store = await createTestStore()
  // Every third was never sold, every fifth has its value already. Of each the dearest sale is a wash trade.
  await store.pool.query(`
    insert into market.collection_stats (collection_id, last_sale_octas, best_proceeds_octas, last_version)
      select 'c' || n, case when n % 3 > 0 then n end, case when n % 3 > 0 and n % 5 = 0 then 7 end, 1 from generate_series(1, ${COLLECTIONS}) n;
    insert into market.sales (version, event_index, marketplace, source, order_id, token_data_id, collection_id, seller, buyer,
        price_octas, commission_octas, royalty_octas, is_wash, at_micros)
      select 4 * n + k, 0, 'opal', 'listing', '0x1', 't', 'c' || n, '0xa', '0xb', n * k + 9, case k when 2 then 2 end, case k when 2 then 3 end, k = 3, 1
      from generate_series(1, ${COLLECTIONS}) n, generate_series(1, 3) k where n % 3 > 0`)
  const missing = Array.from({ length: COLLECTIONS }, (_, at) => at + 1).filter((n) => n % 3 > 0 && n % 5 > 0)
  expect(await fillBestProceeds(store.db)).toBe(missing.length)
  const rows = await queryRows<{ n: number; best: bigint | null }>(
    store,
    'select substr(collection_id, 2)::int as n, best_proceeds_octas as best from market.collection_stats order by 1',
  )
  // The second sale of each brings its price without five octas.
  const bestOf = (n: number) => (n % 3 === 0 ? null : n % 5 === 0 ? 7n : BigInt(Math.max(n + 9, 2 * n + 4)))
  expect(rows).toEqual(rows.map(({ n }) => ({ n, best: bestOf(n) })))
  expect(rows).toHaveLength(COLLECTIONS)
  expect(await fillBestProceeds(store.db)).toBe(0)
})
