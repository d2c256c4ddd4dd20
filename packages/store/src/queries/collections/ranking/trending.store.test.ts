import { DAY_MICROS, HOUR_MICROS } from '@opal/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../../driver/connection.ts'
import { moveWindows } from '../../../ingest/stats/move-windows.ts'
import { countRowsRead } from '../../../testing/count-rows-read.ts'
import { createTestStore } from '../../../testing/test-store.ts'
import { addCollections, idOf, NOW } from '../testing/collection-pasts.ts'
import { findCollections } from './find-collections.ts'

const [COLLECTIONS, SALES] = [5, 2_000]

let store: Store
beforeAll(async () => {
  store = await createTestStore()
  await addCollections(store, COLLECTIONS)
  await moveWindows(store.db, NOW)
  // Each collection has as many buyers as its number.
  await sql`insert into market.sales (version, event_index, marketplace, source, order_id, token_data_id, collection_id, seller, buyer,
      price_octas, at_micros)
    select n, 0, 'somewhere', 'listing', '0x1', '0x7', '0x' || lpad((1 + n % ${COLLECTIONS}::int)::text, 64, '0'), '0xa',
      '0xb' || n / ${COLLECTIONS}::int % (1 + n % ${COLLECTIONS}::int), 1, ${NOW}::bigint - n * ${DAY_MICROS}::bigint / ${COLLECTIONS * SALES + 1}::int
    from generate_series(0, ${COLLECTIONS * SALES - 1}::int) n`.execute(store.db)
  await sql`insert into market.collection_hours (collection_id, hour_micros, volume_octas, sales, listed_count)
    select collection_id, at_micros - at_micros % ${HOUR_MICROS}::bigint, sum(price_octas), count(*), 0 from market.sales group by 1, 2`.execute(
    store.db,
  )
  await sql`insert into market.collection_stats (collection_id, last_version) select collection_id, 1 from chain.current_collections_v2`.execute(
    store.db,
  )
  await sql`analyze market.sales, market.collection_hours, market.window_sales`.execute(store.db)
})
afterAll(() => store[Symbol.asyncDispose]())

it('reads a few sales of a collection with buyers enough to be trending, however many it has had', async () => {
  const read = await countRowsRead(store, 'market.sales', async (reader) => {
    const query = { ranking: 'TRENDING', descending: true, nowMicros: NOW, take: COLLECTIONS } as const
    const found = await findCollections(reader, query)
    const trending = found.filter(({ value }) => Number(value) > 0).map(({ collectionId }) => collectionId)
    expect(trending.toSorted()).toEqual([3, 4, 5].map(idOf))
  })
  // Of two collections all sales are read, for the buyer that they lack, and those of the hour in which the day began; of the others a few.
  const partial = (COLLECTIONS * SALES) / 24
  expect(read).toBeLessThan(BigInt(3 * SALES + Math.ceil(partial) + 100))
})
