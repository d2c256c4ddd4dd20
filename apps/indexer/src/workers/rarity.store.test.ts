import { setTimeout as delay } from 'node:timers/promises'
import type { Store } from '@opal/store/driver/connection'
import { retryMedia } from '@opal/store/projections/metadata/retry'
import { readDeadLetters } from '@opal/store/queries/indexer-state'
import { readTokens } from '@opal/store/queries/tokens/read-tokens'
import { enqueueForTest, insertToken } from '@opal/store/testing/rarity-tokens'
import { createTestStore } from '@opal/store/testing/test-store'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { RANK_LIMITS, startRarityWorker } from './rarity.ts'

const log = pino({ level: 'silent' })
const rankOf = async (store: Store, id: string) => (await readTokens(store, [id], 0n))[0]?.rarityRank ?? null
const queued = async (store: Store) =>
  (await store.db.selectFrom('market.rarity_queue').selectAll().execute()).map((row) => row.collection_id)

async function untilRanked(store: Store, id: string): Promise<void> {
  while ((await rankOf(store, id)) === null) await delay(10)
}

it('ranks what is queued before and after it started, and stops when disposed', async () => {
  await using store = await createTestStore()
  await insertToken(store, { id: 'a', collectionId: 'kin', properties: { fur: 'gold' } })
  await enqueueForTest(store, 'kin')
  {
    await using _worker = startRarityWorker({ store, databaseUrl: store.connectionString, log })
    await untilRanked(store, 'a')
    await insertToken(store, { id: 'b', collectionId: 'kin', properties: { fur: 'gold' } })
    await enqueueForTest(store, 'kin')
    await untilRanked(store, 'b')
  }
  await insertToken(store, { id: 'c', collectionId: 'kin', properties: { fur: 'gold' } })
  await enqueueForTest(store, 'kin')
  expect(await queued(store)).toEqual(['kin'])
})

it('takes a collection that fails twice off the queue, ranks those behind it, and tries it again when asked', async () => {
  await using store = await createTestStore()
  await insertToken(store, { id: 'a', collectionId: 'bad', properties: { fur: 'gold' } })
  await insertToken(store, { id: 'b', collectionId: 'good', properties: { fur: 'gold' } })
  await store.pool.query(`alter table market.token_rarity add constraint spoiled check (collection_id <> 'bad')`)
  await enqueueForTest(store, 'bad')
  await enqueueForTest(store, 'good')
  await using _worker = startRarityWorker({ store, databaseUrl: store.connectionString, log })
  await untilRanked(store, 'b')
  expect(await queued(store)).toEqual([])
  expect(await readDeadLetters(store, 10)).toMatchObject([
    { work: 'ranking', subject: 'bad', error: expect.stringContaining('spoiled') },
  ])

  // Changes to the collection during the ranking are not covered.
  await store.pool.query('alter table market.token_rarity drop constraint spoiled')
  await enqueueForTest(store, 'bad')
  while ((await queued(store)).length > 0) await delay(10)
  expect(await rankOf(store, 'a')).toBeNull()

  expect(await retryMedia(store.db, 'failed')).toMatchObject({ rankings: 1 })
  await untilRanked(store, 'a')
  expect(await readDeadLetters(store, 10)).toEqual([])
})

it('ends during a ranking, which is no failure of the collection', async () => {
  await using store = await createTestStore()
  await insertToken(store, { id: 'a', collectionId: 'kin', properties: { fur: 'gold' } })
  await enqueueForTest(store, 'kin')
  const holder = await store.pool.connect()
  await holder.query('begin; lock table market.token_rarity in access exclusive mode')
  const worker = startRarityWorker({ store, databaseUrl: store.connectionString, log })
  const ranking = `select from pg_stat_activity
    where application_name = 'opal-ranking' and wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(async () => (await store.pool.query(ranking)).rowCount, { timeout: 60_000 }).toBe(1)
  // It would go on for as long as the table is locked.
  await worker[Symbol.asyncDispose]()
  expect((await store.pool.query(ranking)).rowCount).toBe(1)
  expect(await readDeadLetters(store, 10)).toEqual([])
  expect((await store.pool.query('select from market.dead_letters')).rowCount).toBe(0)
  await holder.query('rollback')
  holder.release()
  expect(await queued(store)).toEqual(['kin'])
})

it('survives a collection that exceeds the memory limit of ranking', async () => {
  await using store = await createTestStore()
  await store.pool.query(`
    insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, description, token_uri, token_properties,
      token_standard, is_deleted_v2, last_transaction_version, last_transaction_timestamp)
    select 'bad-' || n, 'bad', '', '', 'ipfs://bad', '{}', 'v2', false, 1, '2026-01-01' from generate_series(1, 2500) n`)
  await store.pool.query(`
    insert into market.metadata (uri, status, attributes) values ('ipfs://bad', 'ready', (
      select jsonb_agg(jsonb_build_object('trait_type', 'kind ' || n, 'value', repeat('x', 250))) from generate_series(1, 64) n))`)
  await insertToken(store, { id: 'b', collectionId: 'good', properties: { fur: 'gold' } })
  await enqueueForTest(store, 'bad')
  await enqueueForTest(store, 'good')
  const limits = { ...RANK_LIMITS, heapMb: 40 }
  await using _worker = startRarityWorker({ store, databaseUrl: store.connectionString, log, limits })
  await untilRanked(store, 'b')
  expect(await readDeadLetters(store, 10)).toMatchObject([{ work: 'ranking', subject: 'bad' }])
})
