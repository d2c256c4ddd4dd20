import { readFile } from 'node:fs/promises'
import { runs } from '@opal/domain/testing/effort/config'
import { DAY_MICROS, HOUR_MICROS } from '@opal/domain/time'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../driver/connection.ts'
import { collectionHours } from '../../../schema/stats.ts'
import { countRowsRead } from '../../../testing/count-rows-read.ts'
import { insertRows } from '../../../testing/insert-rows.ts'
import { createTestStore } from '../../../testing/test-store.ts'
import { type CollectionRow, readCollections } from '../read-collections.ts'
import {
  addCollections,
  floorAt,
  hourOf,
  hoursOf,
  idOf,
  NOW,
  type Past,
  past,
  quiet,
  writePasts,
} from '../testing/collection-pasts.ts'
import { type CollectionQuery, findCollections } from './find-collections.ts'
import type { RankedCollection } from './ranking-page-sql.ts'
import type { CollectionRanking } from './ranking-sql.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())
beforeEach(async () => {
  await sql`truncate chain.current_collections_v2, market.collection_stats, market.collection_hours, market.sales,
    market.listing_spans`.execute(store.db)
})

function isTraded(past: Past | undefined): boolean {
  if (past === undefined || past.counts === null) return false
  return floorAt(past, NOW) !== null || past.counts.topBid !== null || past.sold.some(({ octas }) => octas > 0n)
}

function countBuyers(past: Past | undefined, isWashOut: boolean): number {
  const today = past?.sold.filter(({ atMicros, isWash }) => atMicros >= NOW - DAY_MICROS && !(isWashOut && isWash))
  return new Set(today?.map(({ buyer }) => buyer)).size
}

/** Rounded as the database does: half away from zero. */
function change(now: bigint | null, then: bigint | null): bigint | null {
  if (now === null || then === null || then === 0n) return null
  const double = ((now - then) * 20_000n) / then
  return (double + (double < 0n ? -1n : 1n)) / 2n
}

/** Metric by which a collection is ranked; null where it is unknown. */
const METRICS = {
  ONE_H_VOLUME: (row) => BigInt(row.volumeHourOctas),
  ONE_D_VOLUME: (row) => BigInt(row.volumeDayOctas),
  SEVEN_D_VOLUME: (row) => BigInt(row.volumeWeekOctas),
  THIRTY_D_VOLUME: (row) => BigInt(row.volumeMonthOctas),
  ALL_TIME_VOLUME: (row) => BigInt(row.volumeAllOctas),
  ONE_H_SALES: (row) => BigInt(row.salesHour),
  ONE_D_SALES: (row) => BigInt(row.salesDay),
  SEVEN_D_SALES: (row) => BigInt(row.salesWeek),
  THIRTY_D_SALES: (row) => BigInt(row.salesMonth),
  ALL_TIME_SALES: (row) => BigInt(row.salesAll),
  ONE_H_CHANGE: (row) => change(row.floorOctas, row.floorHourAgoOctas),
  ONE_D_CHANGE: (row) => change(row.floorOctas, row.floorDayAgoOctas),
  SEVEN_D_CHANGE: (row) => change(row.floorOctas, row.floorWeekAgoOctas),
  THIRTY_D_CHANGE: (row) => change(row.floorOctas, row.floorMonthAgoOctas),
  FLOOR_PRICE: (row) => row.floorOctas,
  TOP_BID: (row) => row.topBidOctas,
  MARKET_CAP: (row) => (row.floorOctas === null ? null : row.floorOctas * row.supply),
  OWNERS: (row) => row.ownerCount,
  SUPPLY: (row) => row.supply,
  LISTED: (row) => row.listedCount,
  NAME: (row) => row.name.toLowerCase(),
  TRENDING: (row, buyers) =>
    buyers < 3 || row.volumeWeekOctas === 0n
      ? null
      : (row.volumeDayOctas * 14_000_000n + row.volumeWeekOctas) / (2n * row.volumeWeekOctas),
} as const satisfies Partial<Record<CollectionRanking, Metric>>

/** Volumes by which equal numbers of sales are ordered. */
const VOLUME_OF = {
  ONE_H_SALES: (row) => BigInt(row.volumeHourOctas),
  ONE_D_SALES: (row) => BigInt(row.volumeDayOctas),
  SEVEN_D_SALES: (row) => BigInt(row.volumeWeekOctas),
  THIRTY_D_SALES: (row) => BigInt(row.volumeMonthOctas),
  ALL_TIME_SALES: (row) => BigInt(row.volumeAllOctas),
} as const satisfies Partial<Record<CollectionRanking, (row: CollectionRow) => bigint>>

/** Rankings of which collections without a sale in the window, or without a trend, are ordered by volume of all time. */
const IDLE_BY_VOLUME = /^(ONE_H|ONE_D|SEVEN_D|THIRTY_D)_(VOLUME|SALES)$|^TRENDING$/

/** @param soldOctas volume of all time, wash trades included. */
function tie(ranking: keyof typeof METRICS, row: CollectionRow, metric: bigint | string | null, soldOctas: bigint) {
  if (IDLE_BY_VOLUME.test(ranking) && (metric === null || metric === 0n)) return soldOctas
  return ranking in VOLUME_OF ? VOLUME_OF[ranking as keyof typeof VOLUME_OF](row) : 0n
}

function volumeOfAllTime(past: Past | undefined): bigint {
  if (past === undefined || past.counts === null) return 0n
  return past.sold.reduce((sum, { octas }) => sum + octas, 0n)
}

/** @param buyers number of buyers of the last day. */
type Metric = (row: CollectionRow, buyers: number) => bigint | string | null

const RANKINGS = Object.keys(METRICS) as (keyof typeof METRICS)[]

function sorted(
  rows: readonly CollectionRow[],
  { ranking, descending }: { readonly ranking: keyof typeof METRICS; readonly descending: boolean },
  { buyersOf, soldOf }: Record<'buyersOf', (id: string) => number> & Record<'soldOf', (id: string) => bigint>,
): readonly string[] {
  const metric: Metric = METRICS[ranking]
  const compare = (a: bigint | string, b: bigint | string) => (a < b ? -1 : a > b ? 1 : 0) * (descending ? -1 : 1)
  return rows
    .map((row) => {
      const { collectionId } = row
      const value = metric(row, buyersOf(collectionId))
      return { collectionId, metric: value, tie: tie(ranking, row, value, soldOf(collectionId)) }
    })
    .sort((a, b) => {
      const unequal =
        a.metric === null || b.metric === null
          ? Number(a.metric === null) - Number(b.metric === null)
          : compare(a.metric, b.metric)
      return unequal || compare(a.tie, b.tie) || compare(a.collectionId, b.collectionId)
    })
    .map(({ collectionId }) => collectionId)
}

/** Reads a ranking page by page: each after the last row of the one before, or by its offset. */
async function readPages(query: CollectionQuery, byOffset: boolean): Promise<readonly string[]> {
  const found: RankedCollection[] = []
  for (;;) {
    const after = found.at(-1)
    const place = byOffset ? { offset: found.length } : after && { after }
    const page = await findCollections(store, { ...query, ...place })
    found.push(...page)
    if (page.length < query.take) return found.map(({ collectionId }) => collectionId)
  }
}

describe('a ranking', () => {
  // @feature landing.windows, landing.ties, items.sort-nulls-last
  it('has every collection once, in the order of its value, however the pages are cut', async () => {
    const count = 12
    await addCollections(store, count)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 2, arbitrary: past }, quiet), {
          minLength: count,
          maxLength: count,
        }),
        fc.record({
          isWashOut: fc.boolean(),
          search: fc.constantFrom('', 'odd'),
          tradedOnly: fc.boolean(),
          storedAgo: fc.option(fc.bigInt(-2n, 26n), { nil: undefined }),
        }),
        fc.integer({ min: 1, max: count + 1 }),
        fc.boolean(),
        fc.subarray(RANKINGS, { minLength: 4, maxLength: 4 }),
        async (pasts, { isWashOut, search, tradedOnly, storedAgo }, take, byOffset, rankings) => {
          await writePasts(store, pasts, storedAgo === undefined ? storedAgo : NOW - storedAgo * HOUR_MICROS)
          const ids = pasts.map((_, at) => idOf(at + 1))
          const buyersOf = (id: string) => countBuyers(pasts[ids.indexOf(id)], isWashOut)
          const soldOf = (id: string) => volumeOfAllTime(pasts[ids.indexOf(id)])
          const rows = (await readCollections(store, ids, { nowMicros: NOW, wallet: null, isWashOut })).filter(
            ({ collectionId, name }) =>
              name.toLowerCase().includes(search) && (!tradedOnly || isTraded(pasts[ids.indexOf(collectionId)])),
          )
          for (const ranking of rankings) {
            for (const descending of [true, false]) {
              const query = { ranking, descending, nowMicros: NOW, take, search, tradedOnly, isWashOut }
              expect(await readPages(query, byOffset), `${ranking} ${descending}`).toEqual(
                sorted(rows, query, { buyersOf, soldOf }),
              )
            }
          }
        },
      ),
      { numRuns: runs(20) },
    )
  })

  it('of a window looks at those of which something happened in it, and at a page of the others', async () => {
    await addCollections(store, 3000)
    await sql`insert into market.collection_stats (collection_id, floor_octas, volume_all_octas, sales_all, last_version)
      select collection_id, case when n % 3 = 0 then n end, n, n, 1
      from (select collection_id, row_number() over () as n from chain.current_collections_v2) c`.execute(store.db)
    await insertRows(
      store,
      collectionHours,
      [1, 2, 3].flatMap((n) =>
        hoursOf(idOf(n), {
          counts: null,
          listed: [],
          sold: [{ octas: 1n, isWash: false, atMicros: hourOf(NOW), buyer: '0xb' }],
        }),
      ),
    )
    await sql`analyze chain.current_collections_v2, market.collection_stats, market.collection_hours`.execute(store.db)
    const [moving, still] = [
      ['ONE_H_VOLUME', 'ONE_H_SALES', 'ONE_H_CHANGE'],
      ['ALL_TIME_SALES', 'ALL_TIME_VOLUME', 'MARKET_CAP', 'SUPPLY', 'NAME', 'FLOOR_PRICE'],
    ] as const
    for (const ranking of [...moving, ...still]) {
      for (const descending of [true, false]) {
        const query = { ranking, descending, nowMicros: NOW, take: 20 }
        const read = await countRowsRead(store, 'chain.current_collections_v2', async (reader) => {
          expect(await findCollections(reader, query)).toHaveLength(20)
        })
        expect(read, `${ranking} ${descending}`).toBeLessThan(500n)
      }
    }
    await sql`insert into market.sales (version, event_index, marketplace, source, order_id, token_data_id, property_version,
        collection_id, seller, buyer, price_octas, is_wash, at_micros)
      select n, 0, 'somewhere', 'listing', '0x1', '0x7', 0, ${idOf(4)}, '0xa', '0xa', 1, true, ${NOW - 31n * DAY_MICROS}::bigint - n
      from generate_series(1, 2000) n`.execute(store.db)
    await sql`analyze market.sales`.execute(store.db)
    const washed = await countRowsRead(store, 'market.sales', (reader) =>
      findCollections(reader, {
        ranking: 'ONE_H_VOLUME',
        descending: true,
        nowMicros: NOW,
        take: 20,
        isWashOut: true,
      }),
    )
    expect(washed).toBeLessThan(100n)
  })

  it('knows which collections have no stats, whichever row comes first or goes, also in a database that is migrated', async () => {
    const stats = (at: number) =>
      sql`insert into market.collection_stats (collection_id, last_version) values (${idOf(at)}, 1)
        on conflict (collection_id) do update set last_version = 2`.execute(store.db)
    const unknown = async () => {
      const { rows } = await sql<{ id: string }>`select collection_id as id from market.collection_names
        where not has_stats order by 1`.execute(store.db)
      return rows.map(({ id }) => id)
    }
    await stats(1)
    await stats(4)
    await addCollections(store, 4)
    await stats(2)
    await stats(2)
    expect(await unknown()).toEqual([idOf(3)])
    await sql`delete from market.collection_stats where collection_id = ${idOf(1)}`.execute(store.db)
    expect(await unknown()).toEqual([idOf(1), idOf(3)])
    await sql`update market.collection_names set has_stats = false`.execute(store.db)
    const migration = await readFile(
      new URL('../../../../migrations/0021_ranking_indexes.sql', import.meta.url),
      'utf8',
    )
    await store.pool.query(/^update market[^;]*;/m.exec(migration)?.[0] ?? '')
    expect(await unknown()).toEqual([idOf(1), idOf(3)])
    await sql`truncate market.collection_stats`.execute(store.db)
    expect(await unknown()).toEqual([1, 2, 3, 4].map(idOf))
  })
})
