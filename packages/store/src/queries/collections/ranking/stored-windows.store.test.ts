import { runs } from '@opal/domain/testing/effort/config'
import { DAY_MICROS, HOUR_MICROS } from '@opal/domain/time'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../../driver/connection.ts'
import { moveWindows } from '../../../ingest/stats/move-windows.ts'
import { readStoredWindows } from '../../../testing/read-stored-windows.ts'
import { createTestStore } from '../../../testing/test-store.ts'
import { readCollections } from '../read-collections.ts'
import {
  addCollections,
  addPasts,
  hourOf,
  idOf,
  NOW,
  past,
  pastOf,
  quiet,
  STORED_RANKINGS,
  writePasts,
} from '../testing/collection-pasts.ts'
import { type CollectionQuery, findCollections } from './find-collections.ts'
import type { RankedCollection } from './ranking-page-sql.ts'

const COUNT = 10
const IDS = Array.from({ length: COUNT }, (_, at) => idOf(at + 1))

let store: Store
beforeAll(async () => {
  store = await createTestStore()
  await addCollections(store, COUNT)
  await sql`insert into account.favourites (wallet, collection_id)
    select '0xfa', id from unnest(${IDS.slice(0, 6)}::text[]) as id`.execute(store.db)
  await sql`insert into account.verified_collections (collection_id, is_featured)
    select id, true from unnest(${IDS.slice(3)}::text[]) as id`.execute(store.db)
})
afterAll(() => store[Symbol.asyncDispose]())

/** Mostly about the starts of windows. */
const age = fc
  .tuple(fc.constantFrom(0n, 1n, 7n, 30n), fc.bigInt(-4n * HOUR_MICROS, 6n * HOUR_MICROS))
  .map(([days, micros]) => days * DAY_MICROS + micros)
  .filter((micros) => micros > 0n)

const pasts = fc.array(fc.oneof({ weight: 3, arbitrary: pastOf(age) }, { weight: 1, arbitrary: past }, quiet), {
  minLength: COUNT,
  maxLength: COUNT,
})

/** Times about now, many of them about full hours. */
const moment = fc
  .tuple(
    fc.oneof({ weight: 4, arbitrary: fc.bigInt(-2n, 3n) }, fc.bigInt(-60n, 60n)),
    fc.oneof(fc.constantFrom(-1n, 0n, 1n), fc.bigInt(0n, HOUR_MICROS)),
  )
  .map(([hours, micros]) => hourOf(NOW) + hours * HOUR_MICROS + micros)

const filter = fc.constantFrom<Partial<CollectionQuery>>(
  {},
  {},
  { tradedOnly: true },
  { search: 'odd' },
  { favouritesOf: '0xfa' },
  { featuredOnly: true, tradedOnly: true },
)

/** Runs work in a transaction that leaves nothing behind. */
async function rolledBack<Result>(work: (db: Store['db']) => Promise<Result>): Promise<Result> {
  const transaction = await store.db.startTransaction().execute()
  try {
    return await work(transaction)
  } finally {
    await transaction.rollback().execute()
  }
}

/** Ranks by adding up hours and sales, as if nothing were stored. */
function findWithoutStored(query: CollectionQuery): Promise<readonly RankedCollection[]> {
  return rolledBack(async (db) => {
    await sql`update market.window_hour set hour_micros = null`.execute(db)
    return await findCollections({ db }, query)
  })
}

/** Adds the sales of each collection in the windows that end at a time up one by one. */
async function soldOf(nowMicros: bigint, isWashOut: boolean): Promise<ReadonlyMap<string, readonly bigint[]>> {
  const since = [1n, 24n, 7n * 24n, 30n * 24n].map((hours) => nowMicros - hours * HOUR_MICROS)
  const sums = since.map(
    (micros) => sql`coalesce(sum(s.price_octas) filter (where s.at_micros >= ${micros}), 0)::text || ' '
      || count(*) filter (where s.at_micros >= ${micros})`,
  )
  const { rows } = await sql<{ id: string; sums: readonly string[] }>`
    select id, array[${sql.join(sums)}] as sums from unnest(${IDS}::text[]) as id
    left join market.sales s on s.collection_id = id and not (${isWashOut} and s.is_wash) group by id`.execute(store.db)
  return new Map(rows.map(({ id, sums }) => [id, sums.flatMap((text) => text.split(' ').map(BigInt))]))
}

async function shownOf(nowMicros: bigint, isWashOut: boolean): Promise<ReadonlyMap<string, readonly bigint[]>> {
  const rows = await readCollections(store, IDS, { nowMicros, wallet: null, isWashOut })
  return new Map(
    rows.map((row) => [
      row.collectionId,
      [
        row.volumeHourOctas,
        row.salesHour,
        row.volumeDayOctas,
        row.salesDay,
        row.volumeWeekOctas,
        row.salesWeek,
        row.volumeMonthOctas,
        row.salesMonth,
      ].map(BigInt),
    ]),
  )
}

function readStoredAnew(): Promise<readonly unknown[]> {
  return rolledBack(async (db) => {
    const { rows } = await sql<{ hour: bigint }>`select hour_micros as hour from market.window_hour`.execute(db)
    await sql`select market.clear_windows()`.execute(db)
    await moveWindows(db, rows[0]?.hour ?? 0n)
    return await readStoredWindows(db)
  })
}

describe('what collections are ranked by', () => {
  // @feature landing.windows, analytics.wash
  it('gives the pages that adding up gives, at any time, whichever hour it is stored as of and however it got there', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          first: pasts,
          second: fc.option(pasts),
          begun: fc.option(moment),
          moves: fc.array(moment, { maxLength: 3 }),
        }),
        fc.array(
          fc.record({
            nowMicros: moment,
            ranking: fc.constantFrom(...STORED_RANKINGS),
            descending: fc.boolean(),
            isWashOut: fc.boolean(),
            filter,
            take: fc.integer({ min: 1, max: COUNT + 1 }),
            place: fc.constantFrom('first', 'after', 'offset'),
          }),
          { minLength: 12, maxLength: 12 },
        ),
        async ({ first, second, begun, moves }, queries) => {
          await writePasts(store, first, begun ?? undefined)
          const [move, ...later] = moves
          await moveWindows(store.db, move ?? NOW)
          if (second !== null) {
            // One half of the collections gets other rows, under the same keys or others; some keep their stats, or lose them.
            const half = IDS.slice(0, COUNT / 2)
            for (const table of ['market.sales', 'market.listing_spans', 'market.collection_hours'])
              await sql`delete from ${sql.table(table)} where collection_id = any(${half}::text[])`.execute(store.db)
            await sql`delete from market.collection_stats where collection_id = any(${IDS.slice(0, 2)}::text[])`.execute(
              store.db,
            )
            await addPasts(store, second.slice(0, COUNT / 2))
          }
          for (const next of later) await moveWindows(store.db, next)
          expect(await readStoredWindows(store.db)).toEqual(await readStoredAnew())
          for (const { filter, place, ...each } of queries) {
            const query: CollectionQuery = { ...each, ...filter }
            expect(await shownOf(query.nowMicros, each.isWashOut)).toEqual(
              await soldOf(query.nowMicros, each.isWashOut),
            )
            const wanted = await findWithoutStored(query)
            expect(await findCollections(store, query)).toEqual(wanted)
            const after = wanted.at(-1)
            if (place === 'first' || after === undefined) continue
            const next = place === 'after' ? { ...query, after } : { ...query, offset: query.take }
            expect(await findCollections(store, next)).toEqual(await findWithoutStored(next))
          }
        },
      ),
      { numRuns: runs(20) },
    )
  })

  it('is what collections are shown with, at times far from the hour it is stored as of, and where nothing is', async () => {
    await fc.assert(
      fc.asyncProperty(
        pasts,
        fc.option(moment),
        fc.bigInt(-1_500n, 1_500n),
        fc.boolean(),
        async (all, stored, hours, isWashOut) => {
          await writePasts(store, all, stored ?? undefined)
          const nowMicros = NOW + hours * HOUR_MICROS
          expect(await shownOf(nowMicros, isWashOut)).toEqual(await soldOf(nowMicros, isWashOut))
        },
      ),
      { numRuns: runs(20) },
    )
  })
})
