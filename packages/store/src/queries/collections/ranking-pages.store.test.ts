import { readFile } from 'node:fs/promises'
import { runs } from '@opal/domain/testing/effort/config'
import { DAY_MICROS, HOUR_MICROS } from '@opal/domain/time'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { listingSpans, sales } from '../../schema/history.ts'
import { type CollectionHourRow, collectionHours, collectionStats } from '../../schema/stats.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { insertRows } from '../../testing/insert-rows.ts'
import { saleRow } from '../../testing/sale-row.ts'
import { createTestStore } from '../../testing/test-store.ts'
import {
  type CollectionQuery,
  type CollectionRanking,
  findCollections,
  type RankedCollection,
} from './find-collections.ts'
import { type CollectionRow, readCollections } from './read-collections.ts'

const NOW = 1_790_000_000_000_000n
const idOf = (number: number) => `0x${String(number).padStart(64, '0')}`

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())
beforeEach(async () => {
  await sql`truncate chain.current_collections_v2, market.collection_stats, market.collection_hours, market.sales,
    market.listing_spans`.execute(store.db)
})

/** Adds collections without a trade and without anything listed. */
async function addCollections(count: number): Promise<void> {
  await sql`insert into chain.current_collections_v2 (collection_id, creator_address, collection_name, description, uri,
      current_supply, token_standard, last_transaction_version, last_transaction_timestamp)
    select '0x' || lpad(n::text, 64, '0'), '0x1', case when n % 2 = 0 then 'Even' else 'Odd' end, '', '', 0, 'v2', 1, now()
    from generate_series(1, ${count}::int) n`.execute(store.db)
}

/** Listings, sales and counts of one collection. */
interface Past {
  /** Null where the index has no stats of it. */
  readonly counts: { readonly owners: bigint; readonly supply: bigint; readonly topBid: bigint | null } | null
  readonly listed: readonly { readonly octas: bigint; readonly fromMicros: bigint; readonly toMicros: bigint | null }[]
  readonly sold: readonly {
    readonly octas: bigint
    readonly isWash: boolean
    readonly atMicros: bigint
    readonly buyer: string
  }[]
}

const hourOf = (micros: bigint) => micros - (micros % HOUR_MICROS)

function floorAt({ listed }: Past, micros: bigint): bigint | null {
  const standing = listed.filter(
    ({ fromMicros, toMicros }) => fromMicros <= micros && (toMicros === null || toMicros > micros),
  )
  return standing.reduce<bigint | null>((low, { octas }) => (low === null || octas < low ? octas : low), null)
}

/** The hours in which something happened, as the indexer writes them. */
function hoursOf(id: string, past: Past): readonly CollectionHourRow[] {
  const turns = past.listed.flatMap(({ fromMicros, toMicros }) => [fromMicros, toMicros ?? fromMicros])
  const hours = new Set([...turns, ...past.sold.map(({ atMicros }) => atMicros)].map(hourOf))
  return [...hours].map((hour) => {
    const sold = past.sold.filter(({ atMicros }) => hourOf(atMicros) === hour)
    return {
      collection_id: id,
      hour_micros: hour,
      volume_octas: sold.reduce((sum, { octas }) => sum + octas, 0n),
      sales: BigInt(sold.length),
      floor_octas: floorAt(past, hour + HOUR_MICROS - 1n),
      listed_count: 0n,
      owner_count: 0n,
    }
  })
}

async function write(pasts: readonly Past[]): Promise<void> {
  await sql`truncate market.collection_stats, market.collection_hours, market.sales, market.listing_spans`.execute(
    store.db,
  )
  const all = pasts.map((past, at) => ({ past, at, id: idOf(at + 1) }))
  await insertRows(
    store,
    listingSpans,
    all.flatMap(({ past, at, id }) =>
      past.listed.map(({ octas, fromMicros, toMicros }, index) => ({
        marketplace: 'somewhere',
        listing_id: `${at}/${index}`,
        from_micros: fromMicros,
        placed_version: 1n,
        to_micros: toMicros,
        collection_id: id,
        seller: '0xa',
        price_octas: octas,
      })),
    ),
  )
  await insertRows(
    store,
    sales,
    all.flatMap(({ past, at, id }) =>
      past.sold.map(({ octas, isWash, atMicros, buyer }, index) => {
        const version = BigInt(at * 100 + index)
        return saleRow({ version, collection_id: id, price_octas: octas, is_wash: isWash, at_micros: atMicros, buyer })
      }),
    ),
  )
  await insertRows(
    store,
    collectionHours,
    all.flatMap(({ past, id }) => hoursOf(id, past)),
  )
  await insertRows(
    store,
    collectionStats,
    all.flatMap(({ past, id }) =>
      past.counts === null
        ? []
        : {
            collection_id: id,
            floor_octas: floorAt(past, NOW),
            top_bid_octas: past.counts.topBid,
            listed_count: BigInt(past.listed.filter(({ toMicros }) => toMicros === null).length),
            owner_count: past.counts.owners,
            supply: past.counts.supply,
            volume_all_octas: past.sold.reduce((sum, { octas }) => sum + octas, 0n),
            sales_all: BigInt(past.sold.length),
            last_sale_octas: null,
            last_mint_micros: null,
            last_version: 1n,
          },
    ),
  )
}

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

/** @param buyers number of buyers of the last day. */
type Metric = (row: CollectionRow, buyers: number) => bigint | string | null

const RANKINGS = Object.keys(METRICS) as (keyof typeof METRICS)[]

function sorted(
  rows: readonly CollectionRow[],
  { ranking, descending }: { readonly ranking: keyof typeof METRICS; readonly descending: boolean },
  buyersOf: (collectionId: string) => number,
): readonly string[] {
  const metric: Metric = METRICS[ranking]
  const compare = (a: bigint | string, b: bigint | string) => (a < b ? -1 : a > b ? 1 : 0) * (descending ? -1 : 1)
  return rows
    .map((row) => ({ collectionId: row.collectionId, metric: metric(row, buyersOf(row.collectionId)) }))
    .sort((a, b) => {
      if (a.metric === null || b.metric === null)
        return Number(a.metric === null) - Number(b.metric === null) || compare(a.collectionId, b.collectionId)
      return compare(a.metric, b.metric) || compare(a.collectionId, b.collectionId)
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

/** Before now: within the windows and about their edges. */
const age = fc.oneof(
  fc.bigInt(1n, 3n * HOUR_MICROS),
  fc.bigInt(1n, 3n * DAY_MICROS),
  fc.bigInt(6n * DAY_MICROS, 8n * DAY_MICROS),
  fc.bigInt(29n * DAY_MICROS, 32n * DAY_MICROS),
)

const past: fc.Arbitrary<Past> = fc.record({
  counts: fc.record({
    owners: fc.bigInt(0n, 3n),
    supply: fc.bigInt(0n, 3n),
    topBid: fc.option(fc.bigInt(1n, 3n)),
  }),
  listed: fc.array(
    fc.record({ octas: fc.bigInt(1n, 9n), ages: fc.tuple(age, fc.option(age)) }).map(({ octas, ages: [from, to] }) => ({
      octas,
      fromMicros: NOW - from,
      toMicros: to === null || to >= from ? null : NOW - to,
    })),
    { maxLength: 3 },
  ),
  sold: fc.array(
    fc.record({
      octas: fc.bigInt(0n, 5n),
      isWash: fc.boolean(),
      atMicros: age.map((ago) => NOW - ago),
      buyer: fc.constantFrom('0xa', '0xb', '0xc', '0xd'),
    }),
    { maxLength: 8 },
  ),
})

/** Nothing has happened in it; of some the index has no stats. */
const quiet = fc
  .option(fc.constant({ owners: 0n, supply: 1n, topBid: null }))
  .map((counts): Past => ({ counts, listed: [], sold: [] }))

describe('a ranking', () => {
  // @feature landing.windows, items.sort-nulls-last
  it('has every collection once, in the order of its value, however the pages are cut', async () => {
    const count = 12
    await addCollections(count)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 2, arbitrary: past }, quiet), {
          minLength: count,
          maxLength: count,
        }),
        fc.record({ isWashOut: fc.boolean(), search: fc.constantFrom('', 'odd'), tradedOnly: fc.boolean() }),
        fc.integer({ min: 1, max: count + 1 }),
        fc.boolean(),
        fc.subarray(RANKINGS, { minLength: 4, maxLength: 4 }),
        async (pasts, { isWashOut, search, tradedOnly }, take, byOffset, rankings) => {
          await write(pasts)
          const ids = pasts.map((_, at) => idOf(at + 1))
          const buyersOf = (id: string) => countBuyers(pasts[ids.indexOf(id)], isWashOut)
          const rows = (await readCollections(store, ids, { nowMicros: NOW, wallet: null, isWashOut })).filter(
            ({ collectionId, name }) =>
              name.toLowerCase().includes(search) && (!tradedOnly || isTraded(pasts[ids.indexOf(collectionId)])),
          )
          for (const ranking of rankings) {
            for (const descending of [true, false]) {
              const query = { ranking, descending, nowMicros: NOW, take, search, tradedOnly, isWashOut }
              expect(await readPages(query, byOffset), `${ranking} ${descending}`).toEqual(
                sorted(rows, query, buyersOf),
              )
            }
          }
        },
      ),
      { numRuns: runs(20) },
    )
  })

  it('of a window looks at those of which something happened in it, and at a page of the others', async () => {
    await addCollections(3000)
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
    const [moving, standing] = [
      ['ONE_H_VOLUME', 'ONE_H_SALES', 'ONE_H_CHANGE'],
      ['ALL_TIME_SALES', 'ALL_TIME_VOLUME', 'MARKET_CAP', 'SUPPLY', 'NAME', 'FLOOR_PRICE'],
    ] as const
    for (const ranking of [...moving, ...standing]) {
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
    await addCollections(4)
    await stats(2)
    await stats(2)
    expect(await unknown()).toEqual([idOf(3)])
    await sql`delete from market.collection_stats where collection_id = ${idOf(1)}`.execute(store.db)
    expect(await unknown()).toEqual([idOf(1), idOf(3)])
    await sql`update market.collection_names set has_stats = false`.execute(store.db)
    const migration = await readFile(new URL('../../../migrations/0021_ranking_indexes.sql', import.meta.url), 'utf8')
    await store.pool.query(/^update market[^;]*;/m.exec(migration)?.[0] ?? '')
    expect(await unknown()).toEqual([idOf(1), idOf(3)])
    await sql`truncate market.collection_stats`.execute(store.db)
    expect(await unknown()).toEqual([1, 2, 3, 4].map(idOf))
  })
})
