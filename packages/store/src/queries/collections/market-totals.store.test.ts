import { runs } from '@opal/domain/testing/effort/config'
import { DAY_MICROS, HOUR_MICROS } from '@opal/domain/time'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { moveWindows } from '../../ingest/stats/move-windows.ts'
import { sales } from '../../schema/history.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { insertRows } from '../../testing/insert-rows.ts'
import { saleRow } from '../../testing/sale-row.ts'
import { seedSmallMarket } from '../../testing/small-market.ts'
import { QUIET_COLLECTION, SMALL_MARKET_IDS } from '../../testing/small-market-ids.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { readMarketTotals } from './market-totals.ts'
import { addCollections, hourOf, idOf, pastOf, writePasts } from './testing/collection-pasts.ts'

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

it('is the same from sums that are stored, at any time and as of any hour', async () => {
  const collections = 3
  await using other = await createTestStore()
  await addCollections(other, collections)
  const age = fc
    .tuple(fc.constantFrom(0n, 1n), fc.bigInt(-4n * HOUR_MICROS, 6n * HOUR_MICROS))
    .map(([days, micros]) => days * DAY_MICROS + micros)
    .filter((micros) => micros > 0n)
  const pasts = fc.array(pastOf(age), { minLength: collections, maxLength: collections })
  const moment = fc.bigInt(-50n * HOUR_MICROS, 50n * HOUR_MICROS).map((micros) => nowMicros + micros)
  await fc.assert(
    fc.asyncProperty(pasts, moment, moment, async (all, stored, now) => {
      await writePasts(other, all, stored)
      const sold = all.flatMap((past) => past.sold).filter((one) => !one.isWash && one.atMicros >= now - DAY_MICROS)
      const { day_octas, day_sales } = await readMarketTotals(other, now)
      expect([BigInt(day_octas), day_sales]).toEqual([
        sold.reduce((sum, { octas }) => sum + octas, 0n),
        BigInt(sold.length),
      ])
    }),
    { numRuns: runs(30) },
  )
})

it.each([1n, 20n, 59n])('reads the sales of one hour of the day, %i minutes past an hour', async (minutes) => {
  await using other = await createTestStore()
  const count = 4_800
  const now = hourOf(nowMicros) + minutes * 60_000_000n
  await sql`insert into market.sales (version, event_index, marketplace, source, order_id, token_data_id, collection_id, seller, buyer,
      price_octas, at_micros)
    select n, 0, 'somewhere', 'listing', '0x1', '0x7', ${idOf(1)}, '0xa', '0xb', 1, ${now}::bigint - n * ${DAY_MICROS}::bigint / ${count}::int
    from generate_series(1, ${count}::int) n`.execute(other.db)
  await sql`insert into market.collection_hours (collection_id, hour_micros, volume_octas, sales, listed_count)
    select collection_id, at_micros - at_micros % ${HOUR_MICROS}::bigint, sum(price_octas), count(*), 0 from market.sales group by 1, 2`.execute(
    other.db,
  )
  await moveWindows(other.db, now)
  await sql`analyze market.sales, market.collection_hours, market.window_sales`.execute(other.db)
  const read = await countRowsRead(other, 'market.sales', async (reader) => {
    expect((await readMarketTotals(reader, now)).day_sales).toBe(BigInt(count))
  })
  expect(read).toBeLessThanOrEqual(BigInt(count) / 24n)
})
