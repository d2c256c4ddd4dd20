import { runs } from '@opal/domain/testing/effort/config'
import { DAY_MICROS, HOUR_MICROS } from '@opal/domain/time'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { moveWindows } from '../../ingest/stats/move-windows.ts'
import { rowsByTable } from '../../testing/plans/plan-rows.ts'
import { plansOf } from '../../testing/plans/work-for-any-parameters.ts'
import { queryRows } from '../../testing/query-rows.ts'
import { createTestStore } from '../../testing/test-store.ts'
import type { Reader } from '../read-rows.ts'
import { slidingWindows } from '../windows.ts'
import { readCollectionHistory, readFloorHistories } from './collection-history.ts'
import { readCollections } from './read-collections.ts'
import { addCollections, hourOf, idOf, NOW } from './testing/collection-pasts.ts'

const COLLECTIONS = 30
/** The hour within which everything is asked; nothing is stored as of its end. */
const HOUR = hourOf(NOW)
/** Starts of hours of many sales: the asked one, and those in which a window begins that ends within it. */
const BUSY = [0n, HOUR_MICROS, DAY_MICROS, 7n * DAY_MICROS, 30n * DAY_MICROS].map((ago) => HOUR - ago)
/** In each of these, over all collections. Four of seven are wash trades. */
const SALES = 3_000
/** Listings that came and went within seconds, as many that came and stayed, all over the hour and the one before, and a few older ones. */
const [PASSING, LASTING] = [6_000, 180]

let store: Store
let sold: readonly { readonly id: string; readonly at: bigint; readonly isWash: boolean }[]
let listed: readonly { readonly id: string; readonly octas: bigint; readonly from: bigint; readonly to: bigint }[]
beforeAll(async () => {
  store = await createTestStore()
  await addCollections(store, COLLECTIONS)
  await moveWindows(store.db, HOUR)
  for (const start of BUSY) await addSales(start)
  await addHours()
  const within = sql`${HOUR - HOUR_MICROS}::bigint + n * ${2n * HOUR_MICROS}::bigint / ${PASSING + 1}::bigint`
  await addSpans('passing', PASSING, { price: sql`n`, from: within, to: sql`${within} + 3000000` })
  await addSpans('recent', PASSING, { price: sql`n`, from: within, to: sql`null` })
  const end = sql`case when n / ${COLLECTIONS}::int % 2 = 0 then ${HOUR - HOUR_MICROS}::bigint + n * ${HOUR_MICROS}::bigint / ${LASTING + 1}::bigint end`
  await addSpans('lasting', LASTING, { price: sql`100000 + n`, from: sql`${HOUR - 3n * HOUR_MICROS}::bigint`, to: end })
  // Seen by all, so that an index alone may be read.
  await sql`vacuum (analyze) market.sales, market.collection_hours, market.listing_spans`.execute(store.db)
  sold = await queryRows(store, 'select collection_id as id, at_micros as at, is_wash as "isWash" from market.sales')
  listed = await queryRows(
    store,
    `select collection_id as id, price_octas as octas, from_micros as from, coalesce(to_micros, ${2n * HOUR}) as to from market.listing_spans`,
  )
})
afterAll(() => store[Symbol.asyncDispose]())

/** The collection of the row `n`. */
const COLLECTION = sql`'0x' || lpad((1 + n % ${COLLECTIONS}::int)::text, 64, '0')`

async function addSales(start: bigint): Promise<void> {
  await sql`insert into market.sales (version, event_index, marketplace, source, order_id, token_data_id, collection_id, seller, buyer,
      price_octas, at_micros, is_wash)
    select ${start / HOUR_MICROS}::bigint * 10000 + n, 0, 'opal', 'listing', '0x1', '0x1', ${COLLECTION}, '0xa', '0xb', n,
      ${start}::bigint + n * ${HOUR_MICROS}::bigint / ${SALES + 1}::bigint, n % 7 < 4
    from generate_series(1, ${SALES}::int) n`.execute(store.db)
}

/** Adds the hours of the sales, as the indexer writes them. */
async function addHours(): Promise<void> {
  await sql`insert into market.collection_hours (collection_id, hour_micros, volume_octas, sales, listed_count, owner_count)
    select collection_id, at_micros - at_micros % ${HOUR_MICROS}::bigint, sum(price_octas), count(*), 0, 0
    from market.sales group by 1, 2`.execute(store.db)
}

type Sql = ReturnType<typeof sql>

async function addSpans(kind: string, count: number, { price, from, to }: Record<'price' | 'from' | 'to', Sql>) {
  await sql`insert into market.listing_spans (marketplace, listing_id, from_micros, to_micros, collection_id, price_octas)
    select 'opal', ${kind} || n, ${from}, ${to}, ${COLLECTION}, ${price} from generate_series(1, ${count}::int) n`.execute(
    store.db,
  )
}

/** A question about some collections, and the most rows of their own that it may read. */
interface Question {
  readonly read: (reader: Reader, ids: readonly string[], now: bigint) => Promise<unknown>
  readonly sales: (ids: readonly string[], now: bigint) => number
  readonly spans: (ids: readonly string[], now: bigint) => number
}

const QUESTIONS: Readonly<Record<string, Question>> = {
  stats: { read: readStats, sales: salesAtStarts, spans: openAnHourAgo },
  'stats without wash trades': {
    read: (reader, ids, nowMicros) => readCollections(reader, ids, { nowMicros, wallet: null, isWashOut: true }),
    sales: (ids, now) => salesAtStarts(ids, now) + washTrades(ids),
    spans: openAnHourAgo,
  },
  'floors of an hour': { read: floorsOf('1h'), sales: () => 0, spans: (ids) => 2 * spansOf(ids).length },
  'floors of a day': { read: floorsOf('1d'), sales: () => 0, spans: () => 0 },
  'floors of a month': { read: floorsOf('30d'), sales: () => 0, spans: () => 0 },
  'a day’s history': { read: historyOf(DAY_MICROS, 1), sales: washTrades, spans: () => 0 },
  'a month’s history': { read: historyOf(30n * DAY_MICROS, 24), sales: washTrades, spans: () => 0 },
}

async function readStats(reader: Reader, ids: readonly string[], nowMicros: bigint): Promise<void> {
  const rows = await readCollections(reader, ids, { nowMicros, wallet: null })
  const since = (id: string, start: bigint) => BigInt(sold.filter((sale) => sale.id === id && sale.at >= start).length)
  const { hour, day, week, month } = slidingWindows(nowMicros)
  for (const row of rows) {
    const id = row.collectionId
    expect([row.salesHour, row.salesDay, row.salesWeek, row.salesMonth]).toEqual(
      [hour, day, week, month].map(({ startMicros }) => since(id, startMicros)),
    )
    const prices = openAt(id, hour.startMicros).map(({ octas }) => octas)
    expect(row.floorHourAgoOctas).toBe(prices.reduce((least, octas) => (octas < least ? octas : least)))
  }
  expect(rows).toHaveLength(ids.length)
}

function floorsOf(window: '1h' | '1d' | '30d'): Question['read'] {
  return (reader, ids, now) => readFloorHistories(reader, ids, now, window)
}

function historyOf(length: bigint, stepHours: number): Question['read'] {
  return async (reader, ids, toMicros) => {
    for (const id of ids)
      await readCollectionHistory(reader, id, { fromMicros: toMicros - length, toMicros, stepHours })
  }
}

/** Sales of the partial hours at the starts of the windows. */
function salesAtStarts(ids: readonly string[], now: bigint): number {
  const { hour, day, week, month } = slidingWindows(now)
  const isPartial = (at: bigint) => [hour, day, week, month].some((one) => at >= one.startMicros && at < one.hourMicros)
  return sold.filter(({ id, at }) => ids.includes(id) && isPartial(at)).length
}

function washTrades(ids: readonly string[]): number {
  return sold.filter(({ id, isWash }) => isWash && ids.includes(id)).length
}

/** Listings that were open an hour ago: of those that still are the cheapest alone. */
function openAnHourAgo(ids: readonly string[], now: bigint): number {
  const ended = ids.flatMap((id) => openAt(id, now - HOUR_MICROS)).filter(({ to }) => to < HOUR + 2n * HOUR_MICROS)
  return ended.length + ids.length
}

function openAt(id: string, at: bigint) {
  return spansOf([id]).filter(({ from, to }) => from <= at && to > at)
}

function spansOf(ids: readonly string[]) {
  return listed.filter(({ id }) => ids.includes(id))
}

const collections = fc.uniqueArray(fc.integer({ min: 1, max: COLLECTIONS }).map(idOf), { minLength: 1 })
const moments = fc.bigInt(0n, HOUR_MICROS - 1n).map((micros) => HOUR + micros)
const edges = fc.constantFrom(HOUR, HOUR + 1n, HOUR + HOUR_MICROS / 30n, HOUR + HOUR_MICROS - 1n)
/** Plans for any parameters, as connections do after some executions. */
const FOR_ANY_PARAMETERS = ['set plan_cache_mode = force_generic_plan']

it.each(Object.entries(QUESTIONS))(
  '%s of any collections, at any moment of an hour of many trades, are read without the trades of others, and without what came and went',
  async (_, { read, sales, spans }) => {
    await fc.assert(
      fc.asyncProperty(collections, fc.oneof(moments, edges), async (ids, now) => {
        const plans = await plansOf(store, (reader) => read(reader, ids, now), 'requests', FOR_ANY_PARAMETERS)
        const rows = { sales: 0, listing_spans: 0 }
        for (const [table, count] of plans.flatMap((plan) => [...rowsByTable(plan)]))
          if (table === 'sales' || table === 'listing_spans') rows[table] += count
        // A plan gives rows of a loop with two decimals.
        expect(Math.floor(rows.sales)).toBeLessThanOrEqual(sales(ids, now))
        expect(Math.floor(rows.listing_spans)).toBeLessThanOrEqual(spans(ids, now))
      }),
      { numRuns: runs(20) },
    )
  },
)
