import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { DatabaseTransaction, Store } from '../../driver/connection.ts'
import { readChanges } from '../../queries/activity/changes.ts'
import type { CollectionStatsRow } from '../../schema/stats.ts'
import { rowsReadByWriter } from '../../testing/plans/rows-read.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { applyBatch } from '../apply-batch.ts'
import { address, batchOf, COLLECTION, indexed } from '../testing/market-story.ts'
import { announceBids } from './change-feed.ts'
import { announceTokens } from './feed-writes.ts'

const FIRST = `0x${'1'.repeat(64)}`
const SECOND = `0x${'2'.repeat(64)}`

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())
beforeEach(() => store.pool.query('delete from market.change_feed'))

const after = (collection_id: string): CollectionStatsRow => ({
  collection_id,
  floor_octas: 5n,
  top_bid_octas: null,
  listed_count: 1n,
  owner_count: 1n,
  supply: 1n,
  volume_all_octas: 0n,
  sales_all: 0n,
  last_sale_octas: null,
  best_proceeds_octas: null,
  last_mint_micros: null,
  has_several_minters: false,
  last_version: 7n,
})

/** Programs that write the feed: the worker that ranks collections, and the pipeline. */
const WRITERS = {
  ranking: announceTokens,
  pipeline: (db: DatabaseTransaction, collectionId: string) =>
    announceBids(db, [{ before: null, after: after(collectionId) }], 9n),
} as const
const names = ['ranking', 'pipeline'] as const
const PAIRS = names.flatMap((first) => names.map((second) => [first, second] as const))

/** Resolves when a statement waits for a lock, or at `until`. */
async function someoneWaits(until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    const { rows } = await store.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    if (rows.length > 0) return
  }
}

it.each(PAIRS)(
  'shows a reader the rows of every writer, when %s has not committed and %s follows',
  async (one, other) => {
    const [written, gate, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), new AbortController()]
    const first = store.db.transaction().execute(async (transaction) => {
      await WRITERS[one](transaction, FIRST)
      written.resolve()
      await gate.promise
    })
    await written.promise
    const second = store.db.transaction().execute((transaction) => WRITERS[other](transaction, SECOND))
    await Promise.race([second, someoneWaits(done.signal)])
    done.abort()
    // Readers go on from the newest id that they have seen.
    const early = await readChanges(store, { id: 0n }, { take: 10 })
    gate.resolve()
    await Promise.all([first, second])
    const late = await readChanges(store, { id: early.at(-1)?.id ?? 0n }, { take: 10 })
    // The pipeline writes two rows for each: a floor, and bids.
    expect([...new Set([...early, ...late].map(({ collectionId }) => collectionId))]).toEqual([FIRST, SECOND])
  },
)

// @feature collection.live-figures
it('announces the number of all sales together with their volume', async () => {
  const stats = after(COLLECTION)
  const moved = { before: stats, after: { ...stats, volume_all_octas: 40n, sales_all: 12n } }
  await store.db.transaction().execute((db) => announceBids(db, [moved], 9n))
  const feed = await readChanges(store, { id: 0n }, { take: 10 })
  expect(feed.filter(({ kind }) => kind === 'volume_change').map(({ payload }) => payload)).toEqual([
    { old: '0', new: '40', sales: '12' },
  ])
})

/** Has ids of the feed go on far behind those that it has, as after a restore. */
async function goOnFarBehind(): Promise<void> {
  const sequence = 'market.change_feed_id_seq'
  await store.pool.query('select setval($1::regclass, nextval($1::regclass) + 1000000000)', [sequence])
}

// @feature notifications.after-outages
it('drops rows beyond its size once notifications were made of them, or nobody made any for a week', async () => {
  const nowMicros = BigInt(Date.now()) * 1_000n
  const write = () =>
    store.db.transaction().execute((db) => announceBids(db, [{ before: null, after: after(COLLECTION) }], nowMicros))
  const ids = async () =>
    (await store.pool.query<{ id: string }>('select id::text from market.change_feed order by id')).rows.map(
      (row) => row.id,
    )
  const day = 86_400_000_000n
  const ages = [8n * day, 6n * day, 0n]
  const { rows } = await store.pool.query<{ id: string }>(
    `insert into market.change_feed (version, at_micros, collection_id, kind, payload)
     select n, (extract(epoch from now()) * 1000000)::bigint - age, $1, 'activity', '{}' from unnest($2::bigint[]) with ordinality as of_age (age, n)
     returning id::text`,
    [COLLECTION, ages.map(String)],
  )
  const [, second = '', third = ''] = rows.map((row) => row.id)
  const behind = async () => (await ids()).filter((id) => BigInt(id) <= BigInt(third))
  await write()
  expect(await behind()).toHaveLength(3)
  await goOnFarBehind()
  await write()
  expect(await behind()).toEqual([second, third])
  await store.pool.query('update account.notification_progress set change_id = $1', [second])
  await write()
  expect(await behind()).toEqual([third])
  await store.pool.query('update account.notification_progress set change_id = $1', [third])
  await write()
  expect(await behind()).toEqual([])
  expect((await ids()).length).toBeGreaterThan(0)
})

it('drops what a backfill has announced, however many collections are ranked meanwhile, and no API runs', async () => {
  await store.pool.query('update account.notification_progress set change_id = 0')
  await store.pool.query(
    `insert into market.change_feed (version, at_micros, collection_id, kind, payload)
     select n, (extract(epoch from now()) * 1000000)::bigint, $1, 'tokens_change', '{}' from generate_series(1, 1500) n`,
    [COLLECTION],
  )
  await store.pool.query(
    `insert into market.change_feed (version, at_micros, collection_id, kind, payload)
     select n, n, $1, 'activity', '{}' from generate_series(1, 400) n`,
    [COLLECTION],
  )
  await goOnFarBehind()
  const write = () =>
    store.db.transaction().execute((db) => announceBids(db, [{ before: null, after: after(COLLECTION) }], 9n))
  await write()
  await write()
  const { rows } = await store.pool.query('select from market.change_feed where version <> 7 or at_micros <> 9')
  expect(rows).toHaveLength(0)
})

it('drops the figures of a backfill without an API, although they have the time of the clock', async () => {
  await store.pool.query('update account.notification_progress set change_id = 0')
  await store.pool.query(
    `insert into market.change_feed (version, at_micros, collection_id, kind, payload)
     select n, case n % 2 when 0 then n else (extract(epoch from now()) * 1000000)::bigint end, $1,
       case n % 2 when 0 then 'activity' else 'floor_change' end, '{}' from generate_series(1, 4000) n`,
    [COLLECTION],
  )
  await goOnFarBehind()
  for (let batch = 0; batch < 5; batch++)
    await store.db.transaction().execute((db) => announceBids(db, [{ before: null, after: after(COLLECTION) }], 9n))
  const { rows } = await store.pool.query('select from market.change_feed where version <> 7 or at_micros <> 9')
  expect(rows).toHaveLength(0)
})

it('looks at a few of the rows of which no notifications were made, however many there are', async () => {
  await store.pool.query('update account.notification_progress set change_id = 0')
  await store.pool.query(
    `insert into market.change_feed (version, at_micros, collection_id, kind, payload)
     select n, (extract(epoch from now()) * 1000000)::bigint, $1, 'activity', '{}' from generate_series(1, 20000) n`,
    [COLLECTION],
  )
  await goOnFarBehind()
  await store.pool.query('analyze market.change_feed')
  const [read = 0n] = await rowsReadByWriter(store, ['market.change_feed'], (db) =>
    announceBids(db, [{ before: null, after: after(COLLECTION) }], 9n),
  )
  expect(Number(read)).toBeLessThan(2_500)
})

it.each([false, true])(
  'reads a few rows to announce a claim, however many its collection has, analyzed: %s',
  async (isAnalyzed) => {
    await store.pool.query(
      `insert into market.change_feed (version, at_micros, collection_id, kind, payload)
       select n, n, $1, 'activity', '{}' from generate_series(1, 5000) n`,
      [COLLECTION],
    )
    if (isAnalyzed) await store.pool.query('analyze market.change_feed')
    const claim = {
      tokenDataId: address('a0'),
      collectionId: COLLECTION,
      creatorAddress: address('ce'),
      collectionName: 'Old',
      name: '1',
      propertyVersion: 0n,
      fromAddress: address('f0'),
      amount: 1n,
      tableHandle: address('fa'),
    }
    const pendingClaims = ['f1', 'f2', 'f3'].map((to) => ({ ...claim, toAddress: address(to) }))
    const batch = batchOf([indexed(9_000n, [], { pendingClaims })])
    const [read = 0n] = await rowsReadByWriter(store, ['market.change_feed'], (db) => applyBatch(db, batch))
    expect(Number(read)).toBeLessThan(100)
    await applyBatch(store.db, batch)
    const { rows } = await store.pool.query(
      "select payload->>'wallet' as wallet from market.change_feed where kind = 'claims_change' order by 1",
    )
    expect(rows).toEqual(['f0', 'f1', 'f2', 'f3'].map((to) => ({ wallet: address(to) })))
  },
)
