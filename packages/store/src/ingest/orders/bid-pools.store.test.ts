import type { Address } from '@opal/domain/address'
import type { PoolChange } from '@opal/domain/market-event'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { collections } from '../../schema/tokens.ts'
import { insertRows } from '../../testing/insert-rows.ts'
import { rowsReadByWriter } from '../../testing/rows-read.ts'
import { applyBatch } from '../apply-batch.ts'
import type { IndexedTransaction } from '../batch.ts'
import { settleBidders, settleNextPool } from '../stats/settle-bidders.ts'
import { settleTime } from '../stats/settle-time.ts'
import { emptyStores, NATIVE } from '../test-data/empty-stores.ts'
import { address, batchOf, COLLECTION, COLLECTION_V1, eventBase, indexed, timeOf } from '../test-data/market-story.ts'
import { writeMarketplaces } from './write-marketplaces.ts'

const stores = emptyStores()
const [ANNA, BEN] = [address('f0'), address('f1')]

interface Offer {
  readonly id: Address
  readonly buyer: Address
  readonly price: bigint
  readonly wanted: bigint
  readonly expiresAtSeconds: bigint
  readonly collection: Address
}

/** A transaction that places offers. */
function placing(version: bigint, offers: readonly Offer[]): IndexedTransaction {
  const placed = offers.map(({ id, buyer, price, wanted, expiresAtSeconds, collection }, index) => {
    const base = eventBase(version, index, price)
    return {
      ...base,
      kind: 'pool-offer-placed' as const,
      offerId: id,
      buyer,
      tokenAmount: wanted,
      expiresAtSeconds,
      setRoot: null,
      collection: { ...base.collection, collectionId: collection },
    }
  })
  return indexed(version, placed)
}

/** A transaction after which a pool holds so much. */
function holding(version: bigint, wallet: Address, balanceOctas: bigint): IndexedTransaction {
  const change: PoolChange = {
    marketplace: 'opal',
    version,
    eventIndex: 0,
    atMicros: timeOf(version),
    kind: 'deposit',
    wallet,
    amountOctas: 1n,
    balanceOctas,
  }
  return { ...indexed(version, []), pools: [change] }
}

async function rowsOf(store: Store): Promise<ReadonlyMap<string, string>> {
  const rows = await store.db
    .selectFrom('market.collection_offers')
    .select(['offer_id', 'remaining_amount', 'validity'])
    .execute()
  return new Map(rows.map((row) => [row.offer_id, `${row.remaining_amount} ${row.validity}`]))
}

async function topBids(store: Store): Promise<ReadonlyMap<string, bigint | null>> {
  const rows = await store.db.selectFrom('market.collection_stats').select(['collection_id', 'top_bid_octas']).execute()
  return new Map(rows.map((row) => [row.collection_id, row.top_bid_octas]))
}

function changed(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): number {
  return [...after].filter(([id, row]) => before.get(id) !== row).length
}

const FAR = 4_000_000_000n
/** More offers of one bidder than are computed again in one batch, each for a collection of its own. */
const MANY: readonly Offer[] = Array.from({ length: 120 }, (_, at) => offerOf(at, BEN, BigInt(at + 1)))

function offerOf(at: number, buyer: Address, price: bigint): Offer {
  const [id, collection] = [address(`b${at.toString(16)}`), address(`c${at.toString(16)}`)]
  return { id, buyer, price, wanted: 2n, expiresAtSeconds: FAR, collection }
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

/** Two deposits within an hour, in a batch each or together. Versions are 17 minutes apart. */
const raisedTwice = (isCut: boolean) => [10n, 20n].map((octas) => ({ after: 0n, octas, isCut }))

test('the balance of a pool for an hour is never more than the least of that hour, and all that it holds where nothing was added', async () => {
  const change = fc.record({ after: fc.bigInt(0n, 5n), octas: fc.bigInt(0n, 30n), isCut: fc.boolean() })
  const HOUR = 3_600_000_000n
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), fc.bigInt(0n, 5n), async (changes, last) => {
      await stores.use(async (store) => {
        const history: { readonly atMicros: bigint; readonly octas: bigint }[] = []
        const check = async (now: bigint) => {
          const { rows } = await store.pool.query<{ held: bigint; balance: bigint }>(
            `select coalesce(r.held_octas, p.balance_octas) as held, p.balance_octas as balance from market.bid_pools p
             left join market.pools_raised r on r.wallet = p.wallet and r.raised_at_micros > $1 where p.wallet = $2`,
            [now - HOUR, ANNA],
          )
          const [{ held, balance } = { held: -1n, balance: -1n }] = rows
          expect(balance).toBe(history.at(-1)?.octas)
          const since = (hours: bigint) => history.filter(({ atMicros }) => atMicros > now - hours * HOUR)
          const atBegin = history.findLast(({ atMicros }) => atMicros <= now - HOUR)?.octas ?? 0n
          const leastOfHour = since(1n).reduce((least, { octas }) => (octas < least ? octas : least), atBegin)
          expect(held).toBeLessThanOrEqual(leastOfHour)
          const raises = (hours: bigint) =>
            since(hours).filter((one) => one.octas > (history[history.indexOf(one) - 1]?.octas ?? 0n)).length
          if (raises(1n) === 0) expect(held).toBe(balance)
          if (raises(2n) <= 1) expect(held).toBe(leastOfHour)
        }
        let version = 0n
        let waiting: IndexedTransaction[] = []
        const commit = async () => {
          await applyBatch(store.db, batchOf(waiting))
          await applyBatch(store.db, batchOf(waiting))
          waiting = []
          await check(timeOf(version))
        }
        for (const { after, octas, isCut } of changes) {
          version += 1n + after
          history.push({ atMicros: timeOf(version), octas })
          waiting.push(holding(version, ANNA, octas))
          if (isCut) await commit()
        }
        if (waiting.length > 0) await commit()
        await check(timeOf(version + last))
      })
    }),
    {
      numRuns: runs(10),
      examples: [
        [raisedTwice(true), 0n],
        [raisedTwice(false), 0n],
      ],
    },
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

const step = fc.oneof(
  fc.record({
    do: fc.constant('place' as const),
    who: fc.constantFrom(ANNA, BEN),
    price: fc.bigInt(1n, 9n),
    wanted: fc.bigInt(1n, 3n),
    lasts: fc.bigInt(0n, 4_000n),
  }),
  fc.record({ do: fc.constant('hold' as const), who: fc.constantFrom(ANNA, BEN), octas: fc.bigInt(0n, 30n) }),
  fc.record({ do: fc.constant('store' as const), who: fc.constantFrom(ANNA, BEN), accepts: fc.boolean() }),
  fc.record({ do: fc.constant('wait' as const), seconds: fc.bigInt(0n, 2_000n) }),
  fc.record({ do: fc.constant('marketplace' as const), isOpen: fc.boolean() }),
)

// @feature bid.pool-covered
test('a pooled offer counts as far as its pool pays, its bidder accepts v1 tokens, it has not expired and the marketplace is open, whatever changes first', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      await stores.use(async (store) => {
        await insertRows(store, collections, [COLLECTION_V1])
        const offers: Offer[] = []
        const balances = new Map<string, bigint>()
        const accepts = new Map<string, boolean>()
        let [now, isOpen] = [timeOf(0n), true]
        for (const [at, each] of steps.entries()) {
          const version = BigInt(at + 1)
          const later = timeOf(version)
          if (each.do !== 'wait' && each.do !== 'marketplace' && later > now) now = later
          if (each.do === 'place') {
            const expiresAtSeconds = later / 1_000_000n + each.lasts
            const { who: buyer, price, wanted } = each
            offers.push({
              id: address(`b${at.toString(16)}`),
              buyer,
              price,
              wanted,
              expiresAtSeconds,
              collection: COLLECTION,
            })
            await applyBatch(store.db, batchOf([placing(version, offers.slice(-1))]))
          }
          if (each.do === 'hold') {
            balances.set(each.who, each.octas)
            await applyBatch(store.db, batchOf([holding(version, each.who, each.octas)]))
          }
          if (each.do === 'store') {
            accepts.set(each.who, each.accepts)
            const tokenStores = [{ owner: each.who, acceptsTransfers: each.accepts }]
            await applyBatch(store.db, batchOf([indexed(version, [], { tokenStores })]))
          }
          if (each.do === 'wait') {
            now += each.seconds * 1_000_000n
            await settleTime(store.db, now)
          }
          if (each.do === 'marketplace') {
            isOpen = each.isOpen
            await writeMarketplaces(store.db, [{ ...NATIVE, status: isOpen ? 'active' : 'cancel-only' }])
            // Offers of a closed marketplace expire once it is open.
            await settleTime(store.db, now)
          }
          const expected = offers.map(({ id, buyer, price, wanted, expiresAtSeconds }) => {
            const covered = (balances.get(buyer) ?? 0n) / price
            const paid = covered < wanted ? covered : wanted
            const open = accepts.get(buyer) === false ? 'bidder-refuses' : paid === 0n ? 'unfunded' : 'valid'
            const live = expiresAtSeconds <= now / 1_000_000n ? 'expired' : open
            return [id, `${paid} ${isOpen ? live : 'marketplace-closed'}`] as const
          })
          expect(await rowsOf(store)).toEqual(new Map(expected))
          const valid = offers.filter(({ id }) => new Map(expected).get(id)?.endsWith(' valid'))
          const best = valid
            .map(({ price }) => price)
            .reduce<bigint | null>((top, one) => (top === null || one > top ? one : top), null)
          if (offers.length > 0) expect((await topBids(store)).get(COLLECTION)).toBe(best)
        }
      })
    }),
    { numRuns: runs(12) },
  )
})
