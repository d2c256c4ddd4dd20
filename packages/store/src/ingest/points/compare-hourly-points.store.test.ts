import { HOUR_MICROS } from '@opal/domain/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { type ListingSpanRow, listingSpans } from '../../schema/history.ts'
import { marketplaces } from '../../schema/orders.ts'
import { collectionHours } from '../../schema/stats.ts'
import { insertRows } from '../../testing/insert-rows.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { readHours } from '../stats/read-hours.ts'
import { readEarning, readWholeEarning } from './compare-hourly-points.ts'

const COLLECTION = '0xc'
const OPEN_LISTINGS = 150
const FLOOR = 1_000n
const HOUR = 10n * HOUR_MICROS
let store: Store

/** Listings that have been open for long, each a little above the one before. */
function span(number: number): ListingSpanRow {
  return {
    marketplace: 'opal',
    listing_id: `listing ${number}`,
    from_micros: BigInt(number),
    placed_version: BigInt(number),
    to_micros: null,
    collection_id: COLLECTION,
    seller: '0xa',
    price_octas: FLOOR + BigInt(number),
  }
}

beforeAll(async () => {
  store = await createTestStore()
  await insertRows(store, marketplaces, [{ marketplace: 'opal', status: 'active', is_native: true }])
  await insertRows(
    store,
    listingSpans,
    Array.from({ length: OPEN_LISTINGS }, (_, number) => span(number)),
  )
  const sums = { volume_octas: 0n, sales: 0n, owner_count: 1n, floor_octas: FLOOR, listed_count: BigInt(OPEN_LISTINGS) }
  await insertRows(store, collectionHours, [{ collection_id: COLLECTION, hour_micros: 0n, ...sums }])
})
afterAll(() => store[Symbol.asyncDispose]())

const first = new Map([[COLLECTION, HOUR]])
const listed = (number: number, price_octas: bigint) => ({ ...span(number), from_micros: HOUR + 1n, price_octas })

test('reads the open listings of a large collection as a sum for each hour in which a listing came or went', async () => {
  const written = [listed(OPEN_LISTINGS, 900n), { ...listed(OPEN_LISTINGS + 1, 800n), to_micros: HOUR + 2n }]
  await insertRows(store, listingSpans, written)
  const { book } = await readHours(store.db, first, {
    listings: { written, before: [] },
    sales: { written: [], before: [] },
    pairs: [],
  })
  await store.db.deleteFrom('market.listing_spans').where('from_micros', '>', HOUR).execute()
  expect(book).toEqual([
    { collection_id: COLLECTION, hour_micros: HOUR, floor_octas: 900n, listed_count: BigInt(OPEN_LISTINGS + 1) },
  ])
})

test('a listing that does not change the floor has no other spans read, now or later', async () => {
  const { spans, due } = await readEarning(store.db, first, { listings: [span(7)], offers: [] })
  expect(spans.map(({ order_id }) => order_id)).toEqual(['listing 7'])
  expect(due).toEqual(new Map())
})

test('a listing at the floor has its own spans read, and those of others later', async () => {
  const { spans, due } = await readEarning(store.db, first, { listings: [span(0)], offers: [] })
  expect(spans.map(({ order_id }) => order_id)).toEqual(['listing 0'])
  expect(due).toEqual(first)
})

test('before the first hour that is known there is no floor that could stay', async () => {
  const early = new Map([[COLLECTION, -HOUR]])
  expect((await readEarning(store.db, early, { listings: [span(7)], offers: [] })).due).toEqual(early)
})

test('reads no spans where nothing changed', async () => {
  expect(await readEarning(store.db, first, { listings: [], offers: [] })).toEqual({
    spans: [],
    stored: [],
    due: new Map(),
  })
})

test('reads all spans of a collection once, or none where it has too many', async () => {
  const whole = await readWholeEarning(store.db, first, OPEN_LISTINGS)
  expect(whole.spans).toHaveLength(OPEN_LISTINGS)
  expect(whole.due).toEqual(new Map())
  const few = await readWholeEarning(store.db, first, OPEN_LISTINGS - 1)
  expect(few).toEqual({ spans: [], stored: [], due: first })
})
