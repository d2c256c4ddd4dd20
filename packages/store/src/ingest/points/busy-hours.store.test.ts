import { HOUR_MICROS } from '@opal/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { type ListingSpanRow, listingSpans } from '../../schema/history.ts'
import { marketplaces } from '../../schema/orders.ts'
import { type PointsLedgerRow, pointsLedger } from '../../schema/points.ts'
import { collectionHours } from '../../schema/stats.ts'
import { emptyDatabase } from '../../testing/empty-database.ts'
import { insertRows } from '../../testing/insert-rows.ts'
import { rowsReadByWriter } from '../../testing/plans/rows-read.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { readEarning } from './compare-hourly-points.ts'
import { addPointsDue, settleNextPoints } from './settle-points.ts'

const COLLECTION = '0xc'
const FLOOR = 1_000_000_000n
const HOUR = 10n * HOUR_MICROS
const OPEN = 3
const READ = ['market.listing_spans', 'market.offer_spans', 'market.points_ledger', 'market.marketplaces'] as const

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())
beforeEach(async () => {
  await emptyDatabase(store.db)
  await store.db.deleteFrom('market.points_due').execute()
  await insertRows(store, marketplaces, [
    { marketplace: 'opal', status: 'active', is_native: true },
    { marketplace: 'elsewhere', status: 'active', is_native: false },
  ])
  const sums = { volume_octas: 0n, sales: 0n, owner_count: 1n, listed_count: 1n }
  const hours = [HOUR - HOUR_MICROS, HOUR].map((hour_micros) => ({ collection_id: COLLECTION, hour_micros, ...sums }))
  await insertRows(
    store,
    collectionHours,
    hours.map((hour) => ({ ...hour, floor_octas: FLOOR })),
  )
})

function span(name: string, from_micros: bigint, to_micros: bigint | null, marketplace = 'opal'): ListingSpanRow {
  return {
    marketplace,
    listing_id: name,
    from_micros,
    to_micros,
    collection_id: COLLECTION,
    price_octas: FLOOR,
    seller: '0xa',
    placed_version: from_micros,
  }
}

function entry({ marketplace, listing_id, from_micros, to_micros }: ListingSpanRow): PointsLedgerRow {
  const hour = from_micros - (from_micros % HOUR_MICROS)
  return {
    wallet: '0xa',
    rule: 'listing',
    collection_id: COLLECTION,
    marketplace,
    order_id: listing_id,
    event_index: 0,
    version: from_micros,
    first_hour_micros: hour,
    last_hour_micros: to_micros === null ? null : hour,
    price_octas: FLOOR,
    floor_octas: FLOOR,
    size: 1n,
    points_micros: 1n,
  }
}

/** Fills an hour with listings that were sold at once, two of three on our own marketplace. */
async function sellMany(hour: bigint, count: number): Promise<void> {
  const sold = Array.from({ length: count }, (_, at) => {
    const from = hour + BigInt(at + 1) * 1_000n
    return span(`${hour} ${at}`, from, from + 500n, at % 3 === 0 ? 'elsewhere' : 'opal')
  })
  await insertRows(store, listingSpans, sold)
  await insertRows(store, pointsLedger, sold.filter(({ marketplace }) => marketplace === 'opal').map(entry))
}

/** Leaves a few listings open, of which a change is compared. */
async function leaveOpen(): Promise<readonly ListingSpanRow[]> {
  const open = Array.from({ length: OPEN }, (_, at) => span(`open ${at}`, HOUR - 1_000n, null))
  await insertRows(store, listingSpans, open)
  await insertRows(store, pointsLedger, open.map(entry))
  await sql`analyze`.execute(store.db)
  return open
}

const first = new Map([[COLLECTION, HOUR]])

test.each([
  ['this one', 500, 0],
  ['this one', 4_000, 0],
  ['the one before', 20, 500],
  ['the one before', 20, 4_000],
])(
  'a floor that moves costs a batch the same, however many orders ended in an hour: in %s %i and %i',
  async (_, now, before) => {
    await sellMany(HOUR - HOUR_MICROS, before)
    await sellMany(HOUR, now)
    const open = await leaveOpen()
    const read = await rowsReadByWriter(store, READ, (db) => readEarning(db, first, { listings: open, offers: [] }))
    const [spans = 0n, offers, ledger = 0n, known = 0n] = read
    expect(spans).toBeLessThan(500n)
    expect(offers).toBe(0n)
    expect(ledger).toBeLessThan(100n)
    expect(known).toBeLessThan(30n)
  },
)

test.each([1_500, 6_000])('a part of what is due reads its own orders, of %i that ended in the hour', async (count) => {
  await sellMany(HOUR, count)
  await leaveOpen()
  await addPointsDue(store.db, first)
  const read = await rowsReadByWriter(store, READ, async (db) => {
    await settleNextPoints(db)
    await settleNextPoints(db)
  })
  const [spans = 0n, , ledger = 0n, known = 0n] = read
  expect(spans).toBeLessThan(4_000n)
  expect(ledger).toBeLessThan(3_000n)
  expect(known).toBeLessThan(60n)
})

test('parts reach every order once, those of other marketplaces aside', async () => {
  await sellMany(HOUR, 1_200)
  await leaveOpen()
  await sql`update market.points_ledger set points_micros = 2`.execute(store.db)
  await addPointsDue(store.db, first)
  let parts = 0
  while (await settleNextPoints(store.db)) parts += 1
  const { rows } =
    await sql`select from market.points_ledger where points_micros = 2 and first_hour_micros >= ${HOUR}`.execute(
      store.db,
    )
  expect(rows).toEqual([])
  expect(parts).toBe(3)
})
