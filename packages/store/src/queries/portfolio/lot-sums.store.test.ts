import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { compareRows, writeReplacement } from '../../driver/replace-rows.ts'
import { inTransaction } from '../../driver/transactions.ts'
import { type LotRow, lots } from '../../schema/history.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { createTestStore } from '../../testing/test-store.ts'
import type { Reader } from '../read-rows.ts'
import { type Portfolio, readPortfolio } from './portfolio.ts'

/** Floor and top bid of the collections with stats. Each was sold for more than that. */
const STATS: Readonly<Record<string, readonly [bigint | null, bigint | null]>> = {
  c1: [5n, 7n],
  c2: [null, 3n],
  c3: [null, null],
}

let store: Store
beforeAll(async () => {
  store = await createTestStore()
  for (const [id, [floor, bid]] of Object.entries(STATS))
    await store.pool.query(
      `insert into market.collection_stats (collection_id, floor_octas, top_bid_octas, last_sale_octas, best_proceeds_octas, sales_all, last_version)
        values ($1, $2, $3, 9, 9, 1, 1)`,
      [id, floor, bid],
    )
})
afterAll(() => store[Symbol.asyncDispose]())

const SOLD = ['listing', 'token-offer', 'collection-offer']
const octas = fc.option(fc.bigInt(0n, 9n), { freq: 2 })
/** Few, so that a row's key comes again in the next state with other values. */
const lot: fc.Arbitrary<LotRow> = fc
  .record({
    wallet: fc.constantFrom('0xa', '0xa', '0xb'),
    token_data_id: fc.constantFrom('t1', 't2'),
    lot_index: fc.constantFrom(0, 1, 2),
    collection_id: fc.constantFrom('c1', 'c2', 'c3', 'c4', null),
    amount: fc.bigInt(1n, 3n),
    cost_octas: octas,
    proceeds_octas: octas,
    is_in_transit: fc.constantFrom(false, false, true),
    released_by: fc.constantFrom(null, null, ...SOLD, 'transfer', 'burn'),
  })
  .map(({ released_by, proceeds_octas, ...rest }) => ({
    ...rest,
    property_version: 0n,
    acquired_version: 1n,
    acquired_by: 'listing',
    acquired_at_micros: 1n,
    released_by,
    released_version: released_by === null ? null : 2n,
    released_at_micros: released_by === null ? null : 2n,
    proceeds_octas: released_by === null ? null : proceeds_octas,
  }))
/** States of the lots, one after the other: each turns the one before into its own, as the indexer does. */
const states = fc.array(fc.array(lot, { maxLength: 12 }), { minLength: 1, maxLength: 5 })

const readLots = () => store.db.selectFrom('market.lots').selectAll().execute()
const readSums = () =>
  store.db.selectFrom('market.lot_sums').selectAll().orderBy('wallet').orderBy('collection_id').execute()

function portfolioOf(all: readonly LotRow[], wallet: string, collectionId: string | undefined): Portfolio {
  const mine = all.filter(
    (one) =>
      one.wallet === wallet && !one.is_in_transit && (collectionId === undefined || one.collection_id === collectionId),
  )
  const held = mine.filter((one) => one.released_version === null)
  const known = held.filter((one) => one.cost_octas !== null)
  const sold = mine.filter((one) => SOLD.includes(one.released_by ?? ''))
  const complete = sold.filter((one) => one.cost_octas !== null && one.proceeds_octas !== null)
  const sum = (of: readonly LotRow[], value: (one: LotRow) => bigint) =>
    of.reduce((total, one) => total + value(one), 0n)
  const amount = (one: LotRow) => one.amount
  const estimate = (one: LotRow) => {
    const [floor, bid] = STATS[one.collection_id ?? ''] ?? [null, null]
    const [a, b] = [floor ?? 0n, bid ?? 0n]
    return one.amount * (a > b ? a : b)
  }
  const cost = sum(known, (one) => one.cost_octas ?? 0n)
  return {
    totalCount: sum(held, amount),
    listedCount: 0n,
    unknownCostCount: sum(held, amount) - sum(known, amount),
    costOctas: cost,
    estimateOctas: sum(held, estimate),
    knownCostEstimateOctas: sum(known, estimate),
    unrealisedOctas: sum(known, estimate) - cost,
    realisedOctas: sum(complete, (one) => (one.proceeds_octas ?? 0n) - (one.cost_octas ?? 0n)),
    soldCount: sum(sold, amount),
    soldUnknownCount: sum(sold, amount) - sum(complete, amount),
  }
}

// @feature portfolio.summary
test('whatever is written, replaced and deleted, a portfolio is the sum of its lots', async () => {
  await fc.assert(
    fc.asyncProperty(states, async (all) => {
      await store.pool.query('delete from market.lots')
      expect(await readSums()).toEqual([])
      for (const wanted of all) {
        const stored = await readLots()
        await inTransaction(store.db, async (db) => {
          await writeReplacement(db, lots, compareRows(lots, stored, wanted))
          return { last: [] }
        })
        const [now, sums] = [await readLots(), await readSums()]
        for (const wallet of ['0xa', '0xb', '0xc'])
          for (const collectionId of [undefined, 'c1', 'c4'])
            expect(await readPortfolio(store, wallet, collectionId)).toEqual(portfolioOf(now, wallet, collectionId))
        await store.pool.query('select market.fill_lot_sums()')
        expect(await readSums()).toEqual(sums)
      }
    }),
    { numRuns: runs(30) },
  )
})

it('reads a row of each collection, however many items were ever bought', async () => {
  await store.pool.query(`
    delete from market.lots;
    insert into market.lots (wallet, token_data_id, property_version, acquired_version, lot_index, collection_id, amount, acquired_by,
        acquired_at_micros, is_in_transit)
      select '0xa', 't' || n, 0, n, 0, 'c' || n % 3, 1, 'listing', n, false from generate_series(1, 5000) n;
    analyze market.lots, market.lot_sums`)
  const read = (reader: Reader) => readPortfolio(reader, '0xa')
  expect(await read(store)).toMatchObject({ totalCount: 5_000n, unknownCostCount: 5_000n })
  expect(await countRowsRead(store, 'market.lots', read)).toBe(0n)
})
