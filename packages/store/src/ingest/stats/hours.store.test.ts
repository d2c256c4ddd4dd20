import type { Address } from '@opal/domain/address'
import { HOUR_MICROS } from '@opal/domain/time'
import { expect, test } from 'vitest'
import { rowsReadByWriter } from '../../testing/rows-read.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { applyBatch } from '../apply-batch.ts'
import { writeMarketplaces } from '../orders/write-marketplaces.ts'
import {
  address,
  batchOf,
  COLLECTION,
  described,
  eventBase,
  indexed,
  timeOf,
  token,
} from '../test-data/market-story.ts'
import { hourOf } from './collection-hours.ts'

const [ANNA, LOWEST, OTHER] = [address('f0'), address('a0'), address('a1')]
const HOUR = hourOf(timeOf(1n))

/** Places a token's listing, or gives it another price. */
function listed(version: bigint, id: Address, price: bigint) {
  const placed = { ...eventBase(version, 0, price), token: token(id), listingId: id, seller: ANNA }
  return indexed(version, [{ ...placed, kind: 'listing-placed' }], { tokenDatas: [described(id)] })
}

/** Adds spans of `$1` other listings that began and ended within the hour, each at another second. */
const ADD_TURNED = `insert into market.listing_spans (marketplace, listing_id, from_micros, to_micros, collection_id, price_octas)
  select 'opal', 'turned ' || n, $2::bigint + n, $2::bigint + n + 1, $3, 7 from generate_series(1, $1::integer) n`

test('a batch reads a few spans of a collection, however many listings turned in the same hour', async () => {
  expect(hourOf(timeOf(2n))).toBe(HOUR)
  const read: bigint[] = []
  for (const turned of [10, 3_000]) {
    await using store = await createTestStore()
    await writeMarketplaces(store.db, [{ marketplace: 'opal', status: 'active', is_native: true }])
    await applyBatch(store.db, batchOf([listed(0n, LOWEST, 5n), listed(1n, OTHER, 80n)]))
    await store.pool.query(ADD_TURNED, [turned, HOUR, COLLECTION])
    const tables = ['market.listing_spans'] as const
    for (const [version, price, isAnalyzed] of [
      [2n, 90n, false],
      [3n, 70n, true],
    ] as const) {
      if (isAnalyzed) await store.pool.query('analyze market.listing_spans')
      const work = () =>
        rowsReadByWriter(store, tables, (db) => applyBatch(db, batchOf([listed(version, OTHER, price)])))
      read.push(...(await work()))
    }
    const { rows } = await store.pool.query(
      'select hour_micros, floor_octas, listed_count from market.collection_hours order by hour_micros',
    )
    expect(rows).toEqual([
      { hour_micros: HOUR, floor_octas: 5n, listed_count: 2n },
      { hour_micros: HOUR + HOUR_MICROS, floor_octas: 5n, listed_count: 2n },
    ])
  }
  expect(Math.max(...read.map(Number))).toBeLessThan(40)
})
