import { runs } from '@opal/domain/testing/effort/config'
import { DAY_MICROS, HOUR_MICROS } from '@opal/domain/time'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../../driver/connection.ts'
import { moveWindows } from '../../../ingest/stats/move-windows.ts'
import { sales } from '../../../schema/history.ts'
import { collectionHours } from '../../../schema/stats.ts'
import { insertRows } from '../../../testing/insert-rows.ts'
import { saleRow } from '../../../testing/sale-row.ts'
import { readCollections } from '../read-collections.ts'
import { IDS, MINUTE, minutesPast, openWindowsMarket } from '../testing/windows-market.ts'
import { findCollections } from './find-collections.ts'
import type { CollectionRanking } from './ranking-sql.ts'

let store: Store
beforeAll(async () => {
  store = await openWindowsMarket()
})
afterAll(() => store[Symbol.asyncDispose]())

interface Sold {
  readonly collectionId: string
  readonly octas: bigint
  readonly isWash: boolean
  readonly atMicros: bigint
}

/** Mostly near the edges of the windows. */
const age = fc.oneof(
  fc.bigInt(0n, 90n * MINUTE),
  fc.bigInt(DAY_MICROS - HOUR_MICROS, DAY_MICROS + HOUR_MICROS),
  fc.bigInt(7n * DAY_MICROS - HOUR_MICROS, 7n * DAY_MICROS + HOUR_MICROS),
  fc.bigInt(30n * DAY_MICROS - HOUR_MICROS, 30n * DAY_MICROS + HOUR_MICROS),
  fc.constantFrom(HOUR_MICROS, HOUR_MICROS + 1n, DAY_MICROS, DAY_MICROS + 1n),
)

const market = minutesPast.chain((now) =>
  fc.record({
    now: fc.constant(now),
    sold: fc.array(
      fc.record({
        collectionId: fc.constantFrom(...IDS),
        octas: fc.bigInt(1n, 1000n),
        isWash: fc.boolean(),
        atMicros: age.map((ago) => now - ago),
      }),
      { maxLength: 30 },
    ),
  }),
)

async function writeSales(sold: readonly Sold[]): Promise<void> {
  await store.db.deleteFrom('market.sales').execute()
  await store.db.deleteFrom('market.collection_hours').execute()
  await insertRows(
    store,
    sales,
    sold.map(({ collectionId, octas, isWash, atMicros }, index) =>
      saleRow({
        version: BigInt(index),
        collection_id: collectionId,
        price_octas: octas,
        is_wash: isWash,
        at_micros: atMicros,
      }),
    ),
  )
  const hours = Map.groupBy(sold, (sale) => `${sale.collectionId} ${sale.atMicros - (sale.atMicros % HOUR_MICROS)}`)
  await insertRows(
    store,
    collectionHours,
    [...hours.values()].map((group) => ({
      collection_id: group[0]?.collectionId ?? '',
      hour_micros: (group[0]?.atMicros ?? 0n) - ((group[0]?.atMicros ?? 0n) % HOUR_MICROS),
      volume_octas: sum(group),
      sales: BigInt(group.length),
      floor_octas: null,
      listed_count: 0n,
      owner_count: 0n,
    })),
  )
}

function sum(sold: readonly Sold[]): bigint {
  return sold.reduce((total, { octas }) => total + octas, 0n)
}

const WINDOWS = [
  { name: 'Hour', prefix: 'ONE_H', micros: HOUR_MICROS },
  { name: 'Day', prefix: 'ONE_D', micros: DAY_MICROS },
  { name: 'Week', prefix: 'SEVEN_D', micros: 7n * DAY_MICROS },
  { name: 'Month', prefix: 'THIRTY_D', micros: 30n * DAY_MICROS },
] as const

// @feature landing.windows, analytics.wash
it('sums volume and sales of every window, ranks by each, and leaves wash trades out of both', async () => {
  await fc.assert(
    fc.asyncProperty(market, fc.boolean(), fc.boolean(), async ({ now, sold }, isWashOut, isStored) => {
      await writeSales(sold)
      if (isStored) await moveWindows(store.db, now)
      const rows = await readCollections(store, IDS, { nowMicros: now, wallet: null, isWashOut })
      for (const { name, prefix, micros } of WINDOWS) {
        const counted = IDS.map((id) =>
          sold.filter(
            (sale) => sale.collectionId === id && sale.atMicros >= now - micros && !(isWashOut && sale.isWash),
          ),
        )
        expect(rows.map((row) => BigInt(row[`volume${name}Octas`]))).toEqual(counted.map(sum))
        expect(rows.map((row) => row[`sales${name}`])).toEqual(counted.map(({ length }) => BigInt(length)))
        for (const [ranking, values] of [
          [`${prefix}_VOLUME`, counted.map(sum)],
          [`${prefix}_SALES`, counted.map(({ length }) => BigInt(length))],
        ] as const satisfies readonly (readonly [CollectionRanking, readonly bigint[]])[]) {
          for (const descending of [true, false]) {
            const ranked = await findCollections(store, { ranking, descending, nowMicros: now, take: 2, isWashOut })
            const wanted = new Map(IDS.map((id, index) => [id as string, values[index]]))
            expect(
              ranked.map(({ collectionId, value }) => [collectionId, BigInt(value)]),
              ranking,
            ).toEqual(ranked.map(({ collectionId }) => [collectionId, wanted.get(collectionId)]))
            const [first = 0n, second = 0n] = ranked.map(({ value }) => BigInt(value))
            expect(descending ? first >= second : first <= second, ranking).toBe(true)
            expect(ranked).toHaveLength(2)
          }
        }
      }
    }),
    { numRuns: runs(6) },
  )
})
