import { runs } from '@opal/domain/testing/effort/config'
import { DAY_MICROS } from '@opal/domain/time'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Store } from '../driver/connection.ts'
import { WrongChainError } from '../errors.ts'
import { openScratchDatabases, type ScratchDatabases } from '../maintenance/inspect/scratch-databases.ts'
import { dumpDatabase } from '../maintenance/inspect/table-rows.ts'
import { readStoredWindows } from '../testing/read-stored-windows.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { applyBatch } from './apply-batch.ts'
import type { IndexedBatch, IndexedTransaction } from './batch.ts'
import { settleNextPoints } from './points/settle-points.ts'
import { moveWindows } from './stats/move-windows.ts'
import { readCheckpoint } from './stream/checkpoint.ts'
import { openNative } from './testing/empty-stores.ts'
import { cut, moves, played } from './testing/market-moves.ts'
import { address, batchOf, COLLECTION, eventBase, indexed, timeOf, token } from './testing/market-story.ts'
import type { PoolBidRow } from './testing/reference-pools.ts'
import { referenceBestProceeds } from './testing/reference-stats.ts'

let home: TestDatabase
let databases: ScratchDatabases

beforeAll(async () => {
  home = await createTestDatabase()
  databases = await openScratchDatabases(home.databaseUrl)
})
afterAll(async () => {
  await databases[Symbol.asyncDispose]()
  await home[Symbol.asyncDispose]()
})

async function withEmptyStore<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
  await using database = await databases.create()
  await using store = connect({ connectionString: database.databaseUrl, applicationName: 'opal-test' })
  await openNative(store.db)
  return await work(store)
}

function rowsAfter(batches: readonly IndexedBatch[]) {
  return withEmptyStore(async (store) => {
    const nowMicros = timeOf(1n) + 7n * DAY_MICROS
    await moveWindows(store.db, nowMicros)
    for (const batch of batches) await applyBatch(store.db, batch)
    while (await settleNextPoints(store.db));
    const windows = await readStoredWindows(store.db)
    await sql`select market.clear_windows()`.execute(store.db)
    await moveWindows(store.db, nowMicros)
    expect(await readStoredWindows(store.db)).toEqual(windows)
    return { ...(await dumpDatabase(store.db)), windows }
  })
}

/** A wallet buys its own listing, and another token is listed afterwards. */
const SOLD_TO_ITSELF = [
  { what: 'list', token: 3, who: 0, price: 1, amount: 1 },
  { what: 'buy', token: 3, who: 3, price: 1, amount: 1 },
  { what: 'list', token: 0, who: 0, price: 1, amount: 1 },
] as const

describe('a played market', () => {
  test('has the stats of the reference model', async () => {
    await fc.assert(
      fc.asyncProperty(
        moves,
        fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 }),
        async (story, sizes) => {
          const market = played(story)
          await withEmptyStore(async (store) => {
            for (const batch of cut(market.transactions, sizes)) await applyBatch(store.db, batch)
            const stats = await store.db.selectFrom('market.collection_stats').selectAll().executeTakeFirstOrThrow()
            expect(stats).toMatchObject({
              floor_octas: market.floor,
              top_bid_octas: market.topBid,
              listed_count: BigInt(market.listed),
              owner_count: BigInt(market.owners),
              volume_all_octas: market.volume,
              sales_all: BigInt(market.sales.length),
              // One wallet on both sides makes no last sale.
              last_sale_octas: market.sales.findLast(({ buyer, seller }) => buyer !== seller)?.price ?? null,
              best_proceeds_octas: referenceBestProceeds(market),
            })
            expect(await readPoolBids(store)).toEqual(market.poolBids)
            const pools = await store.db.selectFrom('market.bid_pools').select(['wallet', 'balance_octas']).execute()
            expect(new Map(pools.map((row) => [row.wallet, row.balance_octas]))).toEqual(market.poolBalances)
          })
        },
      ),
      { numRuns: runs(4, 100), examples: [[SOLD_TO_ITSELF, [1]]] },
    )
  })

  test('ends in the same rows however its batches are cut, repeated and ordered', async () => {
    await fc.assert(
      fc.asyncProperty(moves, fc.nat(), async (story, seed) => {
        const { transactions } = played(story)
        const expected = await rowsAfter([batchOf(transactions)])
        const shuffled = transactions.toSorted((a, b) => mix(a, seed) - mix(b, seed))
        // Every other one is said to be new, whether it is or not.
        const batches = [...cut(shuffled, [3, 1, 2]), ...cut(transactions, [5])].map((batch, index) => ({
          ...batch,
          isNew: index % 2 === 0,
        }))
        expect(await rowsAfter(batches)).toEqual(expected)
      }),
      { numRuns: runs(4, 80) },
    )
  })
})

/** Reads what depends on more than a bid's placing, of each bid that a pool pays. */
async function readPoolBids(store: Store): Promise<ReadonlyMap<string, PoolBidRow>> {
  const rows = await store.db
    .selectFrom('market.collection_offers')
    .select(['offer_id', 'wanted_amount', 'remaining_amount', 'validity', 'state', 'set_root', 'is_pooled'])
    .where('is_pooled', '=', true)
    .execute()
  return new Map(rows.map(({ offer_id, ...row }) => [offer_id, row]))
}

/** A number that orders transactions differently for each seed. */
function mix({ transaction }: IndexedTransaction, seed: number): number {
  return Number(((transaction.version + 1n) * 2_654_435_761n + BigInt(seed) * 40_503n) % 1_000n)
}

test('a sale with two events is one sale and one activity', async () => {
  await withEmptyStore(async (store) => {
    const base = {
      ...eventBase(1n, 0, 7n),
      token: token(address('a0')),
      listingId: address('11'),
      seller: address('f0'),
    }
    const filled = {
      ...base,
      kind: 'listing-filled' as const,
      buyer: address('f1'),
      commissionOctas: 1n,
      royaltyOctas: 2n,
    }
    const routed = { ...filled, marketplace: 'router', raw: { ...filled.raw, index: 3 } }
    await applyBatch(store.db, batchOf([indexed(1n, [filled, routed])]))
    const sales = await store.db.selectFrom('market.sales').selectAll().execute()
    const { transaction } = indexed(1n, [])
    const activities = await store.db
      .selectFrom('market.activities')
      .select(['kind', 'event_index', 'transaction_hash'])
      .execute()
    expect(sales).toMatchObject([{ event_index: 0, marketplace: 'opal', price_octas: 7n, commission_octas: 1n }])
    expect(activities).toEqual([{ kind: 'sale', event_index: 0, transaction_hash: transaction.hash }])
  })
})

test('a sale whose first event becomes known last is still one sale', async () => {
  await withEmptyStore(async (store) => {
    const base = { ...eventBase(1n, 0, 7n), token: token(address('a0')), listingId: address('11') }
    const parties = { seller: address('f0'), buyer: address('f1'), commissionOctas: null, royaltyOctas: null }
    const first = { ...base, ...parties, kind: 'listing-filled' as const }
    const second = { ...first, marketplace: 'router', raw: { ...first.raw, index: 3 } }
    await applyBatch(store.db, batchOf([indexed(1n, [second])]))
    await applyBatch(store.db, batchOf([indexed(1n, [first, second])]))
    const sales = await store.db.selectFrom('market.sales').select(['event_index', 'marketplace']).execute()
    expect(sales).toEqual([{ event_index: 0, marketplace: 'opal' }])
  })
})

test('a batch of another chain leaves nothing behind', async () => {
  await withEmptyStore(async (store) => {
    const { transactions } = played([])
    await applyBatch(store.db, batchOf(transactions))
    const before = await dumpDatabase(store.db)
    const base = { ...eventBase(9n, 0, 7n), offerId: address('b1'), buyer: address('f0'), tokenAmount: 1n }
    const bid = { ...base, kind: 'collection-offer-placed' as const, expiresAtSeconds: null }
    await expect(applyBatch(store.db, batchOf([indexed(9n, [bid])], 1))).rejects.toThrow(WrongChainError)
    expect(await dumpDatabase(store.db)).toEqual(before)
    expect((await readCheckpoint(store.db, 'main'))?.next_version).toBe(1n)
  })
})

test('an offer whose time passes leaves the top bid without any event', async () => {
  await withEmptyStore(async (store) => {
    const market = played([{ what: 'bid', token: 0, who: 1, price: 5, amount: 1 }])
    await applyBatch(store.db, batchOf(market.transactions))
    expect(await topBid(store)).toBe(250_000n)
    await applyBatch(store.db, batchOf([indexed(60n, [])]))
    expect(await topBid(store)).toBeNull()
  })
})

test('text that PostgreSQL cannot hold is stored readably', async () => {
  await withEmptyStore(async (store) => {
    const base = eventBase(1n, 0, 7n)
    const raw = { ...base.raw, data: { 'na\u0000me': 'a\u0000b', half: '\ud800' } }
    const event = { ...base, raw, collection: { ...base.collection, collectionName: 'x\u0000y' } }
    const offer = { ...event, kind: 'collection-offer-placed' as const, offerId: 'b\u0000', buyer: address('f0') }
    await applyBatch(store.db, batchOf([indexed(1n, [{ ...offer, tokenAmount: 1n, expiresAtSeconds: null }])]))
    const [row] = await store.db.selectFrom('chain.events').select('data').execute()
    expect(row?.data).toEqual({ 'na\uFFFDme': 'a\uFFFDb', half: '\uFFFD' })
  })
})

test('the change feed gets new things once, and nothing when a batch is repeated', async () => {
  await withEmptyStore(async (store) => {
    const market = played([{ what: 'list', token: 0, who: 0, price: 5, amount: 1 }])
    await applyBatch(store.db, batchOf(market.transactions))
    await applyBatch(store.db, batchOf(market.transactions))
    const feed = await store.db
      .selectFrom('market.change_feed')
      .select(['kind', 'collection_id', 'payload'])
      .orderBy('id')
      .execute()
    expect(feed).toMatchObject([
      { kind: 'activity', collection_id: COLLECTION, payload: { kind: 'list', priceOctas: '250000' } },
      { kind: 'floor_change', collection_id: COLLECTION, payload: { old: null, new: '250000' } },
    ])
  })
})

test('the change feed gets every change of an offer to claim once, for both wallets: made, taken back or claimed', async () => {
  await withEmptyStore(async (store) => {
    const claim = (to: string, amount: bigint) => ({
      tokenDataId: address('d1'),
      propertyVersion: 0n,
      fromAddress: address('aa'),
      toAddress: address(to),
      collectionId: COLLECTION,
      creatorAddress: address('aa'),
      collectionName: 'Tide Pools',
      name: 'Tide Pool #1',
      amount,
      tableHandle: address('f1'),
    })
    const readFeed = async () =>
      await store.db
        .selectFrom('market.change_feed')
        .select(['version', 'kind', 'collection_id', 'payload'])
        .orderBy('id')
        .execute()
    const offered = indexed(1n, [], { pendingClaims: [claim('b0', 1n), claim('b1', 1n)] })
    await applyBatch(store.db, batchOf([offered]))
    await applyBatch(store.db, batchOf([offered, indexed(2n, [], { pendingClaims: [claim('b0', 0n)] })]))
    const row = (version: bigint, wallet: string) => ({
      version,
      kind: 'claims_change',
      collection_id: COLLECTION,
      payload: { wallet: address(wallet) },
    })
    const feed = await readFeed()
    expect(feed).toHaveLength(5)
    expect(feed.slice(0, 3)).toEqual(expect.arrayContaining(['aa', 'b0', 'b1'].map((wallet) => row(1n, wallet))))
    expect(feed.slice(3)).toEqual(expect.arrayContaining(['aa', 'b0'].map((wallet) => row(2n, wallet))))
  })
})

async function topBid(store: Store): Promise<bigint | null> {
  const row = await store.db.selectFrom('market.collection_stats').select('top_bid_octas').executeTakeFirstOrThrow()
  return row.top_bid_octas
}
