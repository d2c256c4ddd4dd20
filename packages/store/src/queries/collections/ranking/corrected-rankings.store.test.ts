import { HOUR_MICROS } from '@opal/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../../driver/connection.ts'
import { moveWindows } from '../../../ingest/stats/move-windows.ts'
import { countRowsRead } from '../../../testing/count-rows-read.ts'
import { createTestStore } from '../../../testing/test-store.ts'
import type { Reader } from '../../read-rows.ts'
import { type CollectionQuery, findCollections } from './find-collections.ts'

const COLLECTIONS = 4_000
const DAY = 24n * HOUR_MICROS
const NOW = 500_000n * HOUR_MICROS

let store: Store
beforeAll(async () => {
  store = await createTestStore()
  await store.pool.query(`
    insert into chain.current_collections_v2 (collection_id, creator_address, collection_name, description, uri, current_supply,
        token_standard, last_transaction_version, last_transaction_timestamp)
      select 'c' || n, '0x1', 'c' || n, '', '', 1, 'v2', 1, now() from generate_series(1, ${COLLECTIONS}) n;
    insert into market.collection_stats (collection_id, floor_octas, volume_all_octas, sales_all, last_version)
      select 'c' || n, 100 + n, 10 * n, 2, 1 from generate_series(1, ${COLLECTIONS}) n;
    -- Of each an hour of its own, the floor then, and a sale that is a wash trade.
    insert into market.collection_hours (collection_id, hour_micros, volume_octas, sales, floor_octas, listed_count)
      select 'c' || n, ${NOW - 7n * DAY}::bigint - n % 400 * ${HOUR_MICROS}::bigint, 10 * n, 1, 100, 1 from generate_series(1, ${COLLECTIONS}) n;
    insert into market.sales (version, event_index, marketplace, source, order_id, token_data_id, collection_id, seller, buyer, price_octas,
        is_wash, at_micros)
      select n, 0, 'here', 'listing', n::text, 't' || n, 'c' || n, '0xa', '0xa', 4 * n, true, ${NOW - 60n * DAY} from generate_series(1, ${COLLECTIONS}) n`)
  await moveWindows(store.db, NOW)
  await store.pool.query(`analyze chain.current_collections_v2, market.collection_stats, market.collection_hours, market.sales,
    market.window_changes, market.window_sales`)
})
afterAll(() => store[Symbol.asyncDispose]())

const find = (query: Pick<CollectionQuery, 'ranking'> & Partial<CollectionQuery>) => (reader: Reader) =>
  findCollections(reader, { descending: true, nowMicros: NOW, take: 20, ...query })

describe('a ranking of which some stored values are corrected', () => {
  it('reads what the corrections need, however many collections there are', async () => {
    const changes = find({ ranking: 'SEVEN_D_CHANGE', nowMicros: NOW + HOUR_MICROS })
    expect(await changes(store)).toHaveLength(20)
    expect(await countRowsRead(store, 'chain.current_collections_v2', changes)).toBeLessThan(200n)
    expect(await countRowsRead(store, 'market.collection_hours', changes)).toBeLessThan(200n)
  })

  it('looks up which of the corrected collections have been seen only as far as the page goes', async () => {
    await store.pool.query(`
      insert into market.collection_hours (collection_id, hour_micros, volume_octas, sales, floor_octas, listed_count)
        select 'c' || n, ${NOW - 7n * DAY}, 0, 0, 1, 1 from generate_series(1, ${COLLECTIONS}, 2) n on conflict do nothing;
      delete from chain.current_collections_v2 where collection_id in ('c3999', 'c3995')`)
    const changes = find({ ranking: 'SEVEN_D_CHANGE', nowMicros: NOW + HOUR_MICROS })
    const [first, second] = await changes(store)
    expect([first?.collectionId, second?.collectionId]).toEqual(['c3997', 'c3993'])
    expect(await countRowsRead(store, 'chain.current_collections_v2', changes)).toBeLessThan(100n)
    const { rows } = await store.pool.query(
      'select count(*) as corrected from market.collection_hours where hour_micros = $1',
      [NOW - 7n * DAY],
    )
    const read = await countRowsRead(store, 'market.collection_stats', changes)
    expect(read).toBeLessThanOrEqual(rows[0].corrected + 100n)
  })

  it('reads none of the collections that can no longer reach the page', async () => {
    // Half of all are without wash trades, and so are the walked ones.
    await store.pool.query(`delete from market.sales where version % 2 = 0; analyze market.sales`)
    const unwashed = find({ ranking: 'ALL_TIME_VOLUME', isWashOut: true })
    const unwashedOf = (n: number) => (n % 2 === 0 ? 10 * n : 6 * n)
    const wanted = Array.from({ length: COLLECTIONS }, (_, at) => at + 1).toSorted(
      (a, b) => unwashedOf(b) - unwashedOf(a),
    )
    expect((await unwashed(store)).map(({ collectionId, value }) => [collectionId, value])).toEqual(
      wanted.slice(0, 20).map((n) => [`c${n}`, String(unwashedOf(n))]),
    )
    expect(await countRowsRead(store, 'market.collection_stats', unwashed)).toBeLessThan(200n)
    expect(await countRowsRead(store, 'chain.current_collections_v2', unwashed)).toBeLessThan(200n)
  })
})
