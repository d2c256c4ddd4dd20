import { runs } from '@opal/domain/testing/effort/config'
import { DAY_MICROS, HOUR_MICROS } from '@opal/domain/time'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { listingSpans } from '../../schema/history.ts'
import { listings } from '../../schema/orders.ts'
import { collectionHours } from '../../schema/stats.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { insertRows } from '../../testing/insert-rows.ts'
import { NO_LISTING_TERMS } from '../../testing/no-terms.ts'
import { SMALL_MARKET_IDS } from '../../testing/small-market-ids.ts'
import type { Reader } from '../read-rows.ts'
import { readFloorHistories } from './collection-history.ts'
import { findCollections } from './ranking/find-collections.ts'
import { readCollections } from './read-collections.ts'
import { HOUR_START, IDS, MINUTE, minutesPast, openWindowsMarket } from './testing/windows-market.ts'

let store: Store
beforeAll(async () => {
  store = await openWindowsMarket()
})
afterAll(() => store[Symbol.asyncDispose]())

interface Listed {
  readonly collectionId: string
  readonly octas: bigint
  readonly fromMicros: bigint
  readonly toMicros: bigint | null
  readonly isClosed: boolean
}

const book = minutesPast.chain((now) =>
  fc.record({
    now: fc.constant(now),
    listed: fc.array(
      fc
        .record({
          collectionId: fc.constantFrom(...IDS),
          octas: fc.bigInt(1n, 50n),
          fromMicros: fc.integer({ min: 0, max: 90 }).map((ago) => now - BigInt(ago) * MINUTE - 1n),
          minutes: fc.option(fc.integer({ min: 1, max: 60 })),
          isClosed: fc.boolean(),
        })
        .map(({ minutes, ...span }): Listed => {
          const end = minutes === null ? null : span.fromMicros + BigInt(minutes) * MINUTE
          return { ...span, toMicros: end !== null && end > now ? null : end }
        }),
      { maxLength: 12 },
    ),
  }),
)

async function writeBook(listed: readonly Listed[]): Promise<void> {
  await store.db.deleteFrom('market.listings').execute()
  await store.db.deleteFrom('market.listing_spans').execute()
  const marketplaceOf = ({ isClosed }: Listed) => (isClosed ? 'closed-marketplace' : 'somewhere')
  await insertRows(
    store,
    listingSpans,
    listed.map((each, index) => ({
      marketplace: marketplaceOf(each),
      listing_id: `0x${index}`,
      from_micros: each.fromMicros,
      placed_version: 1n,
      to_micros: each.toMicros,
      collection_id: each.collectionId,
      seller: SMALL_MARKET_IDS.owner,
      price_octas: each.octas,
    })),
  )
  await insertRows(
    store,
    listings,
    listed.map((each, index) => ({
      marketplace: marketplaceOf(each),
      listing_id: `0x${index}`,
      token_data_id: SMALL_MARKET_IDS.tokenDataId,
      property_version: 0n,
      token_standard: 'v2',
      collection_id: each.collectionId,
      seller: SMALL_MARKET_IDS.owner,
      price_octas: each.octas,
      state: each.toMicros === null ? 'open' : 'filled',
      validity: each.toMicros !== null ? 'ended' : each.isClosed ? 'marketplace-closed' : 'valid',
      placed_version: 1n,
      placed_at_micros: each.fromMicros,
      last_version: 1n,
      last_event_index: 0,
      last_at_micros: each.fromMicros,
      ...NO_LISTING_TERMS,
    })),
  )
}

/** Returns the floor of the model: of listings open then on marketplaces that count. */
function floorAt(listed: readonly Listed[], collectionId: string, at: bigint): bigint | null {
  const open = listed.filter(
    (each) =>
      each.collectionId === collectionId &&
      !each.isClosed &&
      each.fromMicros <= at &&
      (each.toMicros === null || each.toMicros > at),
  )
  return open.reduce<bigint | null>((low, { octas }) => (low === null || octas < low ? octas : low), null)
}

describe('the floor of the last hour', () => {
  beforeAll(async () => {
    await store.db
      .insertInto('market.marketplaces')
      .values([{ marketplace: 'closed-marketplace', status: 'cancel-only', is_native: false }])
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })

  // @feature landing.windows
  it('is exact every five minutes, whatever was listed, sold and closed within the hour', async () => {
    await fc.assert(
      fc.asyncProperty(book, async ({ now, listed }) => {
        await writeBook(listed)
        const histories = await readFloorHistories(store, IDS, now, '1h')
        const rows = await readCollections(store, IDS, { nowMicros: now, wallet: null })
        for (const [index, id] of IDS.entries()) {
          const steps = Array.from({ length: 12 }, (_, step) => now - BigInt(12 - step) * 5n * MINUTE)
          expect(histories.get(id)?.slice(0, -1)).toEqual(steps.map((at) => floorAt(listed, id, at)))
          expect(rows[index]?.floorHourAgoOctas).toEqual(floorAt(listed, id, now - HOUR_MICROS))
        }
      }),
      { numRuns: runs(12) },
    )
  })

  it('reads each listing a few times at most, where all are newer', async () => {
    const now = HOUR_START + 20n * MINUTE
    const newer = Array.from({ length: 2000 }, (_, at) => BigInt(at)).map((at) => ({
      collectionId: IDS[0],
      octas: 10n + at,
      fromMicros: now - at * 1_000_000n,
      toMicros: null,
      isClosed: false,
    }))
    const older = { collectionId: IDS[0], octas: 9000n, fromMicros: now - DAY_MICROS, toMicros: null, isClosed: false }
    const listed = [...newer, older]
    await writeBook(listed)
    await sql`analyze market.listings, market.listing_spans`.execute(store.db)
    const steps = Array.from({ length: 12 }, (_, step) => now - BigInt(12 - step) * 5n * MINUTE)
    const read = async (reader: Reader) => {
      const floors = (await readFloorHistories(reader, IDS, now, '1h')).get(IDS[0])
      expect(floors?.slice(0, -1)).toEqual(steps.map((at) => floorAt(listed, IDS[0], at)))
      const [row] = await readCollections(reader, IDS, { nowMicros: now, wallet: null })
      expect(row?.floorHourAgoOctas).toBe(9000n)
    }
    for (const table of ['market.listings', 'market.listing_spans'] as const)
      expect(await countRowsRead(store, table, read), table).toBeLessThan(3n * 2100n)
  })

  it('ranks its changes, unknown ones last', async () => {
    const now = HOUR_START + 20n * MINUTE
    const listed = { collectionId: IDS[0], octas: 100_000_000n, toMicros: null, isClosed: false }
    // Half of the floor of now, two APT: the listing was repriced a minute ago.
    await writeBook([{ ...listed, fromMicros: now - 2n * HOUR_MICROS, toMicros: now - MINUTE }])
    await insertRows(store, collectionHours, [
      {
        collection_id: IDS[0],
        hour_micros: HOUR_START,
        volume_octas: 0n,
        sales: 0n,
        floor_octas: 200_000_000n,
        listed_count: 1n,
        owner_count: 1n,
      },
    ])
    for (const descending of [true, false]) {
      const query = { ranking: 'ONE_H_CHANGE', descending, nowMicros: now, take: 2 } as const
      const ranked = await findCollections(store, query)
      expect(ranked.map(({ collectionId }) => collectionId)).toEqual([...IDS])
      expect(BigInt(ranked[0]?.value ?? 0)).toBe(10_000n)
    }
  })
})

// @feature landing.windows
it('reads floors of a day by the hour and of a month by the day', async () => {
  const now = HOUR_START + 20n * MINUTE
  const hour = (ago: bigint, octas: bigint) => ({
    collection_id: IDS[0],
    hour_micros: HOUR_START - ago * HOUR_MICROS,
    volume_octas: 0n,
    sales: 0n,
    floor_octas: octas,
    listed_count: 1n,
    owner_count: 1n,
  })
  await store.db.deleteFrom('market.collection_hours').execute()
  await insertRows(store, collectionHours, [hour(31n * 24n, 9n), hour(48n, 7n), hour(12n, 5n)])
  const floors = async (window: '1d' | '30d') => (await readFloorHistories(store, IDS, now, window)).get(IDS[0]) ?? []
  const day = await floors('1d')
  expect(day).toHaveLength(25)
  expect(day.slice(0, -1)).toEqual(Array.from({ length: 24 }, (_, step) => (24 - step >= 12 ? 7n : 5n)))
  const month = await floors('30d')
  expect(month).toHaveLength(31)
  expect(month.slice(0, -1)).toEqual(Array.from({ length: 30 }, (_, step) => (30 - step > 1 ? 9n : 7n)))
})

// @feature landing.windows
it('starts with the floor that the change of its window compares with', async () => {
  const hour = fc.record({ ago: fc.bigInt(0n, 24n * 32n), octas: fc.option(fc.bigInt(1n, 50n)) })
  const hours = fc.uniqueArray(hour, { selector: ({ ago }) => ago, maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(hours, minutesPast, async (past, now) => {
      await store.db.deleteFrom('market.collection_hours').execute()
      const rows = past.map(({ ago, octas }) => ({
        collection_id: IDS[0],
        hour_micros: HOUR_START - ago * HOUR_MICROS,
        volume_octas: 0n,
        sales: 0n,
        floor_octas: octas,
        listed_count: 1n,
        owner_count: 1n,
      }))
      if (rows.length > 0) await insertRows(store, collectionHours, rows)
      const [row] = await readCollections(store, IDS, { nowMicros: now, wallet: null })
      const first = async (window: '1d' | '7d' | '30d') =>
        (await readFloorHistories(store, IDS, now, window)).get(IDS[0])?.[0]
      expect([await first('1d'), await first('7d'), await first('30d')]).toEqual([
        row?.floorDayAgoOctas,
        row?.floorWeekAgoOctas,
        row?.floorMonthAgoOctas,
      ])
    }),
    { numRuns: runs(12) },
  )
})
