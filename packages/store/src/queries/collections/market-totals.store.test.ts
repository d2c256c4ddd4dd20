import { DAY_MICROS, HOUR_MICROS } from '@opal/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { sales } from '../../schema/history.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { insertRows } from '../../testing/insert-rows.ts'
import { saleRow } from '../../testing/sale-row.ts'
import { seedSmallMarket } from '../../testing/small-market.ts'
import { QUIET_COLLECTION, SMALL_MARKET_IDS } from '../../testing/small-market-ids.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { readMarketTotals } from './market-totals.ts'

const nowMicros = 1_790_000_000_000_000n

let store: Store
beforeAll(async () => {
  store = await createTestStore()
  await seedSmallMarket(store, { ids: SMALL_MARKET_IDS, marketplace: 'somewhere', nowMicros })
})
afterAll(() => store[Symbol.asyncDispose]())

async function addSale(version: bigint, of: { octas: bigint; atMicros: bigint; collectionId: string | null }) {
  await insertRows(store, sales, [
    saleRow({ version, collection_id: of.collectionId, price_octas: of.octas, at_micros: of.atMicros }),
  ])
}

async function readTotals() {
  const { collections, listed, day_octas, day_sales } = await readMarketTotals(store, nowMicros)
  return { collections, listed, octas: BigInt(day_octas), sales: day_sales }
}

// @feature landing.intro
it('sums listings of all collections, and the sales of the last 24 hours without wash trades', async () => {
  expect(await readTotals()).toEqual({ collections: 1n, listed: 2n, octas: 100_000_000n, sales: 1n })
  await sql`insert into market.collection_stats (collection_id, listed_count, last_version)
    values (${QUIET_COLLECTION}, 5, 1)`.execute(store.db)
  // Of another collection, at the very start of the 24 hours; then before them, and of no known collection.
  await addSale(200n, { octas: 7n, atMicros: nowMicros - DAY_MICROS, collectionId: QUIET_COLLECTION })
  await addSale(201n, { octas: 11n, atMicros: nowMicros - DAY_MICROS - 1n, collectionId: QUIET_COLLECTION })
  await addSale(202n, { octas: 13n, atMicros: nowMicros - HOUR_MICROS, collectionId: null })
  const all = { collections: 2n, listed: 7n, octas: 100_000_007n, sales: 2n }
  expect(await readTotals()).toEqual(all)
  await store.db.updateTable('market.sales').set({ is_wash: true }).where('version', '=', 200n).execute()
  expect(await readTotals()).toEqual({ ...all, octas: 100_000_000n, sales: 1n })
  await store.db.updateTable('market.sales').set({ is_wash: true }).execute()
  expect(await readTotals()).toEqual({ ...all, octas: 0n, sales: 0n })
})

it('reads neither sales from before the 24 hours nor collections of which nothing is listed', async () => {
  await sql`insert into market.sales (version, event_index, marketplace, source, order_id, token_data_id, property_version,
      collection_id, seller, buyer, price_octas, is_wash, at_micros)
    select 1000 + n, 0, 'somewhere', 'listing', '0x1', '0x7', 0, ${QUIET_COLLECTION}, '0xa', '0xa', 1, true,
      ${nowMicros - DAY_MICROS}::bigint - n * 1000000::bigint from generate_series(1, 5000) n`.execute(store.db)
  await sql`insert into market.collection_stats (collection_id, last_version)
    select '0x' || n, 1 from generate_series(1, 5000) n`.execute(store.db)
  await sql`analyze market.sales, market.collection_stats`.execute(store.db)
  for (const table of ['market.sales', 'market.collection_stats'] as const) {
    expect(await countRowsRead(store, table, (reader) => readMarketTotals(reader, nowMicros)), table).toBeLessThan(10n)
  }
})
