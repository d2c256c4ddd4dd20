import type { Address } from '@opal/domain/address'
import { HOUR_MICROS } from '@opal/domain/time'
import { expect, test } from 'vitest'
import { rowsReadByWriter } from '../../testing/plans/rows-read.ts'
import { applyBatch } from '../apply-batch.ts'
import { createNativeStore } from '../testing/empty-stores.ts'
import {
  address,
  batchOf,
  COLLECTION,
  described,
  eventBase,
  indexed,
  passes,
  timeOf,
  token,
} from '../testing/market-story.ts'
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
    await using store = await createNativeStore()
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

const [BEN, MOVED] = [address('f1'), address('a2')]

/** Adds `$1` holding times of other wallets that began and ended within the hour, and as many sales of another token. */
const ADD_OWNED = `insert into market.owner_spans (collection_id, wallet, from_micros, to_micros)
  select $3, 'owner ' || n, $2::bigint + n, $2::bigint + n + 1 from generate_series(1, $1::integer) n`
const ADD_SOLD = `insert into market.sales (version, event_index, marketplace, source, order_id, token_data_id, property_version,
    collection_id, seller, buyer, price_octas, is_wash, at_micros)
  select 1000000 + n, 0, 'opal', 'listing', 'sold ' || n, 'token', 0, $3, 'a', 'b', 3, false, $2::bigint + n
  from generate_series(1, $1::integer) n`

function moved(version: bigint, from: Address | null, to: Address) {
  return indexed(version, [], { tokenDatas: [described(MOVED)], ownerships: passes(MOVED, from, to) })
}

function sold(version: bigint, id: Address, price: bigint) {
  const filled = { ...eventBase(version, 0, price), token: token(id), listingId: id, seller: ANNA, buyer: BEN }
  return indexed(version, [{ ...filled, kind: 'listing-filled', commissionOctas: 0n, royaltyOctas: 0n }])
}

test('a batch reads a few owners and sales of a collection, however many there were in the same hour', async () => {
  const hour = hourOf(timeOf(3n))
  expect(hourOf(timeOf(5n))).toBe(hour)
  const read: (readonly bigint[])[] = []
  for (const many of [10, 3_000]) {
    await using store = await createNativeStore()
    const past = [listed(0n, LOWEST, 5n), listed(1n, OTHER, 80n), moved(2n, null, ANNA), moved(3n, ANNA, BEN)]
    await applyBatch(store.db, batchOf(past))
    for (const add of [ADD_OWNED, ADD_SOLD]) await store.pool.query(add, [many, hour, COLLECTION])
    const count = 'update market.collection_hours set volume_octas = $1::bigint * 3, sales = $1 where hour_micros = $2'
    await store.pool.query(count, [many, hour])
    for (const transaction of [moved(4n, BEN, ANNA), sold(5n, OTHER, 80n)])
      read.push(
        await rowsReadByWriter(store, ['market.owner_spans', 'market.sales'], (db) =>
          applyBatch(db, batchOf([transaction])),
        ),
      )
    const { rows } = await store.pool.query(
      'select volume_octas, sales, listed_count from market.collection_hours where hour_micros = $1',
      [hour],
    )
    expect(rows).toEqual([{ volume_octas: 3n * BigInt(many) + 80n, sales: BigInt(many) + 1n, listed_count: 1n }])
  }
  expect(Math.max(...read.flat().map(Number))).toBeLessThan(150)
})

test('a change of owners that lies far back reads no listings of the hours since, however many there are', async () => {
  const LISTING = address('11')
  const read: bigint[] = []
  for (const many of [20, 400]) {
    await using store = await createNativeStore()
    // The listing's address had the token before it was known: what it had is its seller's once it is.
    const before = [moved(1n, null, ANNA), moved(2n, ANNA, LISTING), moved(3n, LISTING, ANNA)]
    await applyBatch(store.db, batchOf(before))
    const hours = Array.from({ length: 8 }, (_, at) => listed(BigInt(10 + 4 * at), address(`b${at}`), 5n))
    await applyBatch(store.db, batchOf(hours))
    const long = `insert into market.listing_spans (marketplace, listing_id, from_micros, to_micros, collection_id, price_octas)
      select 'opal', 'long ' || n, 1, $2, $3, 7 from generate_series(1, $1::integer) n`
    await store.pool.query(long, [many, timeOf(60n), COLLECTION])
    await store.pool.query('analyze market.listing_spans')
    const placed = { ...eventBase(50n, 0, 4n), token: token(MOVED), listingId: LISTING, seller: ANNA }
    const last = indexed(50n, [{ ...placed, kind: 'listing-placed' }], { ownerships: passes(MOVED, ANNA, LISTING) })
    const work = () => rowsReadByWriter(store, ['market.listing_spans'], (db) => applyBatch(db, batchOf([last])))
    read.push(...(await work()))
    const { rows } = await store.pool.query<{ floor_octas: bigint }>(
      'select floor_octas from market.collection_hours where listed_count > 0 order by hour_micros',
    )
    expect(rows.map((row) => row.floor_octas)).toEqual([...hours.map(() => 5n), 4n])
  }
  expect(read[1]).toBeLessThan((read[0] ?? 0n) + 30n)
})
