import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { rowsReadByWriter } from '../../testing/plans/rows-read.ts'
import { applyBatch } from '../apply-batch.ts'
import { emptyStores } from '../testing/empty-stores.ts'
import { address, batchOf, indexed } from '../testing/market-story.ts'
import { ANNA, BEN, holding, MANY, offerOf, placing, rowsOf, topBids } from '../testing/pooled-offers.ts'
import { settleBidders, settleNextPool } from './settle-bidders.ts'

const stores = emptyStores()

function changed(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): number {
  return [...after].filter(([id, row]) => before.get(id) !== row).length
}

// @feature bid.pool-covered
test('however often a pool changes behind many offers, a batch and a part change a bounded number of them, and all are right in the end', async () => {
  const change = fc.record({ octas: fc.bigInt(0n, 260n), parts: fc.nat({ max: 4 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      await stores.use(async (store) => {
        await applyBatch(store.db, batchOf([placing(1n, MANY)]))
        expect(new Set((await rowsOf(store)).values())).toEqual(new Set(['0 unfunded']))
        for (const [at, { octas, parts }] of changes.entries()) {
          const before = await rowsOf(store)
          await applyBatch(store.db, batchOf([holding(BigInt(at + 2), BEN, octas)]))
          expect(changed(before, await rowsOf(store))).toBe(0)
          for (let part = 0; part < parts; part += 1) {
            const known = await rowsOf(store)
            await settleNextPool(store.db)
            expect(changed(known, await rowsOf(store))).toBeLessThanOrEqual(50)
          }
        }
        while (await settleNextPool(store.db));
        const balance = changes.at(-1)?.octas ?? 0n
        const [rows, tops] = [await rowsOf(store), await topBids(store)]
        for (const { id, price, collection } of MANY) {
          const paid = balance / price
          expect(rows.get(id)).toBe(paid === 0n ? '0 unfunded' : `${paid < 2n ? paid : 2n} valid`)
          expect(tops.get(collection)).toBe(paid === 0n ? null : price)
        }
      })
    }),
    { numRuns: runs(4) },
  )
})

/** Tables that a change of a pool reads and writes for each offer. */
const TABLES = ['market.collection_offers', 'market.collection_stats', 'market.bid_pools', 'market.pools_due'] as const

test('a pool behind a thousand offers that is flipped again and again costs its batch a few rows, and a part each offer a few times', async () => {
  await stores.use(async (store) => {
    const all = Array.from({ length: 1_000 }, (_, at) => offerOf(at, BEN, BigInt(at + 1)))
    await applyBatch(store.db, batchOf([placing(1n, all)]))
    for (let flip = 0; flip < 4; flip += 1) {
      const balance = flip % 2 === 0 ? 2_000n : 0n
      const batch = batchOf([holding(BigInt(flip + 2), BEN, balance)])
      const before = await rowsOf(store)
      const written = await rowsWritten(store, async () => {
        const read = await rowsReadByWriter(store, TABLES, (db) => applyBatch(db, batch))
        // One more than a batch would compute again, found by their index.
        expect(read[0]).toBeLessThanOrEqual(20n)
        expect(read[1]).toBeLessThanOrEqual(10n)
      })
      // The pool, its place in the queue and what every batch writes.
      expect(written).toBeLessThanOrEqual(3n)
      expect(changed(before, await rowsOf(store))).toBe(0)
      const part = await rowsWritten(store, async () => {
        const read = await rowsReadByWriter(store, TABLES, (db) => settleNextPool(db))
        expect(read[0]).toBeLessThanOrEqual(1_000n + 50n * 6n)
      })
      // Fifty offers, their collections and the place in the queue.
      expect(part).toBeLessThanOrEqual(101n)
      expect(changed(before, await rowsOf(store))).toBeGreaterThan(0)
    }
  })
})

/** Returns how many rows of {@link TABLES} some work inserts, updates and deletes. */
async function rowsWritten(store: Store, work: () => Promise<unknown>): Promise<bigint> {
  const count = async () => {
    await store.pool.query('select pg_stat_force_next_flush()')
    const { rows } = await store.pool.query<{ rows: bigint }>(
      `select sum(n_tup_ins + n_tup_upd + n_tup_del)::bigint as rows from pg_stat_all_tables
       where relid = any(select unnest($1::text[])::regclass)`,
      [TABLES],
    )
    return rows[0]?.rows ?? 0n
  }
  const before = await count()
  await work()
  return (await count()) - before
}

// @feature bid.pool-covered
test('however many pools one batch changes, it changes a bounded number of offers, those of the smallest pools first, and all are right in the end', async () => {
  const pool = fc.record({ offers: fc.integer({ min: 1, max: 14 }), octas: fc.bigInt(1n, 5n) })
  await fc.assert(
    fc.asyncProperty(fc.array(pool, { minLength: 10, maxLength: 14 }), async (pools) => {
      await stores.use(async (store) => {
        const wallets = pools.map((_, at) => address(`f${at.toString(16).padStart(2, '0')}`))
        const ofPool = pools.map(({ offers }, at) =>
          Array.from({ length: offers }, (_, index) =>
            offerOf(at * 100 + index, wallets[at] ?? ANNA, 1n + BigInt(index % 3)),
          ),
        )
        await applyBatch(store.db, batchOf([placing(1n, ofPool.flat())]))
        const before = await rowsOf(store)
        const change = pools.map(({ octas }, at) => holding(2n, wallets[at] ?? ANNA, octas).pools ?? [])
        await applyBatch(store.db, batchOf([{ ...indexed(2n, []), pools: change.flat() }]))
        const after = await rowsOf(store)
        expect(changed(before, after)).toBeLessThanOrEqual(50)
        const settled = pools.flatMap(({ offers }, at) =>
          ofPool[at]?.some(({ id }) => before.get(id) !== after.get(id)) ? [offers] : [],
        )
        const waiting = pools.flatMap(({ offers }, at) =>
          ofPool[at]?.some(({ id }) => before.get(id) !== after.get(id)) ? [] : [offers],
        )
        expect(Math.max(0, ...settled)).toBeLessThanOrEqual(Math.min(10, ...waiting))
        while (await settleNextPool(store.db));
        const rows = await rowsOf(store)
        for (const [at, { octas }] of pools.entries()) {
          for (const { id, price } of ofPool[at] ?? []) {
            const paid = octas / price
            expect(rows.get(id)).toBe(paid === 0n ? '0 unfunded' : `${paid < 2n ? paid : 2n} valid`)
          }
        }
      })
    }),
    { numRuns: runs(4) },
  )
})

test('pools that wait are settled until so many offers have changed, and no further', async () => {
  await stores.use(async (store) => {
    await applyBatch(store.db, batchOf([placing(1n, MANY)]))
    await applyBatch(store.db, batchOf([holding(2n, BEN, 1_000n)]))
    for (const settled of [50, 100, MANY.length]) {
      await settleBidders(store.db, { offers: 50, ms: 60_000 })
      expect([...(await rowsOf(store)).values()].filter((row) => row !== '0 unfunded')).toHaveLength(settled)
    }
  })
})

test('the dearest offers are settled first: they are what a top bid shows', async () => {
  await stores.use(async (store) => {
    await applyBatch(store.db, batchOf([placing(1n, MANY)]))
    await applyBatch(store.db, batchOf([holding(2n, BEN, 1_000n)]))
    await settleNextPool(store.db)
    const rows = await rowsOf(store)
    const settled = MANY.filter(({ id }) => rows.get(id) !== '0 unfunded').map(({ price }) => price)
    expect(settled).toEqual(MANY.slice(-50).map(({ price }) => price))
  })
})
