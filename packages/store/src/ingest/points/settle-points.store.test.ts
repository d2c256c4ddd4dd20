import { runs } from '@opal/domain/testing/effort/config'
import { HOUR_MICROS } from '@opal/domain/time'
import fc from 'fast-check'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { emptyDatabase } from '../../testing/empty-database.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { applyBatch } from '../apply-batch.ts'
import type { IndexedTransaction } from '../batch.ts'
import { openNative } from '../testing/empty-stores.ts'
import { address, batchOf, described, eventBase, indexed, passes, timeOf, token } from '../testing/market-story.ts'
import { settleDuePoints, settleNextPoints } from './settle-points.ts'

const SELLER = address('f0')
/** More than one batch compares because a floor moved. */
const LISTINGS = 1_010
const FLOOR = 100_000_000n

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())
beforeEach(prepare)

async function prepare(): Promise<void> {
  await emptyDatabase(store.db)
  await openNative(store.db)
}

const hex = (number: number) => number.toString(16).padStart(6, '0')

/** Returns the listing of a token, or its listing at another price, at so many hours of the story. */
function listed(version: bigint, number: number, priceOctas: bigint, hours: number): IndexedTransaction {
  const timestampMicros = timeOf(0n) + BigInt(Math.round(hours * 1_000)) * (HOUR_MICROS / 1_000n)
  const [tokenId, listingId] = [address(`a${hex(number)}`), address(`b${hex(number)}`)]
  const base = {
    ...eventBase(version, 0, priceOctas),
    timestampMicros,
    token: token(tokenId),
    listingId,
    seller: SELLER,
  }
  const tokens = { tokenDatas: [described(tokenId)], ownerships: passes(tokenId, SELLER, listingId) }
  const { transaction, ...rest } = indexed(version, [{ ...base, kind: 'listing-placed' as const }], tokens)
  return { ...rest, transaction: { ...transaction, timestampMicros } }
}

/** All within reach of the floor: each earns by it. */
const many = Array.from({ length: LISTINGS }, (_, at) => listed(BigInt(at + 1), at, FLOOR + BigInt(at), 0))

const readPoints = async () => ({
  ledger: (
    await store.db
      .selectFrom('market.points_ledger')
      .selectAll()
      .orderBy('order_id')
      .orderBy('first_hour_micros')
      .orderBy('version')
      .execute()
  ).filter((row) => row.points_micros > 0n),
  totals: await store.db.selectFrom('market.points_totals').selectAll().orderBy('rule').execute(),
})
/** Counts the orders that have points at a floor. */
const countAt = async (floor: bigint) => {
  const { ledger } = await readPoints()
  return new Set(ledger.filter((row) => row.floor_octas === floor).map((row) => row.order_id)).size
}
const drain = async () => {
  while (await settleNextPoints(store.db));
}

test.each([20, LISTINGS])(
  'a floor that moves has only changed orders rewritten in its batch, and the others later: of %i',
  async (count) => {
    await applyBatch(store.db, batchOf(many.slice(0, count)))
    await drain()
    for (const [turn, floor] of [FLOOR - 2n, FLOOR - 1n, FLOOR - 2n].entries()) {
      await applyBatch(store.db, batchOf([listed(BigInt(LISTINGS + 1 + turn), 0, floor, 3)]))
      expect(await countAt(floor)).toBe(1)
    }
    await drain()
    expect(await countAt(FLOOR - 2n)).toBe(count)
    expect(await settleNextPoints(store.db)).toBe(false)
  },
)

test('orders are compared in parts', async () => {
  await applyBatch(store.db, batchOf(many))
  await drain()
  await applyBatch(store.db, batchOf([listed(BigInt(LISTINGS + 1), 0, FLOOR - 2n, 3)]))
  expect(await settleNextPoints(store.db)).toBe(true)
  expect(await countAt(FLOOR - 2n)).toBeLessThan(LISTINGS)
})

test('between batches a collection is compared once in ten seconds, however often its floor moves', async () => {
  const count = 20
  await applyBatch(store.db, batchOf(many.slice(0, count)))
  await drain()
  let version = BigInt(LISTINGS)
  const move = async (floor: bigint) => {
    version += 1n
    await applyBatch(store.db, batchOf([listed(version, 0, floor, 3)]))
    await settleDuePoints(store.db, 10_000)
    return await countAt(floor)
  }
  expect(await move(FLOOR - 2n)).toBe(1)
  expect(await move(FLOOR - 1n)).toBe(1)
  await store.pool.query(`update market.points_due set since = since - interval '10 seconds'`)
  expect(await move(FLOOR - 2n)).toBe(count)
  expect(await move(FLOOR - 1n)).toBe(1)
})

test('a floor that moves again writes nothing about what is due already', async () => {
  await applyBatch(store.db, batchOf(many.slice(0, 20)))
  const written = async () => (await store.pool.query('select xmin, * from market.points_due')).rows
  const before = await written()
  expect(before).toHaveLength(1)
  await applyBatch(store.db, batchOf([listed(BigInt(LISTINGS + 1), 0, FLOOR - 2n, 0.1)]))
  expect(await written()).toEqual(before)
})

test('a floor that moves all the time keeps no order from being compared', async () => {
  await applyBatch(store.db, batchOf(many))
  await drain()
  const floors = [FLOOR - 2n, FLOOR - 1n, FLOOR - 2n, FLOOR - 1n, FLOOR - 2n, FLOOR - 1n]
  for (const [turn, floor] of floors.entries()) {
    await applyBatch(store.db, batchOf([listed(BigInt(LISTINGS + 1 + turn), 0, floor, 3)]))
    await settleNextPoints(store.db)
  }
  const { ledger } = await readPoints()
  expect(ledger.filter((row) => row.last_hour_micros === null && row.floor_octas === FLOOR)).toEqual([])
})

test.each([20, 2_000])(
  'a listing costs a batch a few rows, however often it was repriced in the same hour: %i times',
  async (reprices) => {
    const counted = { rows: 0 }
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        counted.rows += result.rows.length
        return result
      },
    }
    const price = (at: number) => FLOOR + BigInt(at % 3)
    await applyBatch(store.db, batchOf([listed(1n, 1, FLOOR - 5n, 0), listed(2n, 0, price(0), 0.001)]))
    const repriced = Array.from({ length: reprices }, (_, at) =>
      listed(BigInt(at + 3), 0, price(at + 1), 0.01 + at / 10_000),
    )
    await applyBatch(store.db, batchOf(repriced))
    const last = listed(BigInt(reprices + 3), 0, price(reprices + 1), 0.5)
    await applyBatch(store.db.withPlugin(counter), batchOf([last]))
    expect(counted.rows).toBeLessThan(300)
  },
)

const moves = fc.array(
  fc.record({
    number: fc.constantFrom(0, 1, 2, 700, LISTINGS),
    price: fc.bigInt(FLOOR - 20n, FLOOR + 20n),
    hours: fc.constantFrom(0.1, 0.4, 1.3),
    parts: fc.nat({ max: 4 }),
  }),
  { minLength: 2, maxLength: 5 },
)

test('points that are compared in parts, between any batches, are those of one batch', async () => {
  await fc.assert(
    fc.asyncProperty(moves, async (made) => {
      let hours = 0.5
      const story = made.map(({ number, price, hours: later, parts }, at) => {
        hours += later
        return { transaction: listed(BigInt(LISTINGS + 1 + at), number, price, hours), parts }
      })
      await prepare()
      await applyBatch(store.db, batchOf([...many, ...story.map(({ transaction }) => transaction)]))
      await drain()
      const expected = await readPoints()
      await prepare()
      await applyBatch(store.db, batchOf(many))
      for (const { transaction, parts } of story) {
        await applyBatch(store.db, batchOf([transaction]))
        for (let part = 0; part < parts; part += 1) await settleNextPoints(store.db)
      }
      await drain()
      expect(await readPoints()).toEqual(expected)
    }),
    { numRuns: runs(2) },
  )
})
