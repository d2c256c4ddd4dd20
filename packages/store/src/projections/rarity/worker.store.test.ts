import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect, type Store } from '../../driver/connection.ts'
import { applyBatch } from '../../ingest/apply-batch.ts'
import { announceTokens } from '../../ingest/stats/feed-writes.ts'
import { address, batchOf, COLLECTION, described, indexed, passes } from '../../ingest/testing/market-story.ts'
import { readTokens } from '../../queries/tokens/read-tokens.ts'
import { enqueueForTest, insertToken } from '../../testing/rarity-tokens.ts'
import { openLine } from '../../testing/servers/line.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { finishMetadataJobs } from '../metadata/documents.ts'
import { refreshNextRarity } from './worker.ts'

let store: Store

beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())

const ranks = async (ids: readonly string[]) => (await readTokens(store, ids, 0n)).map((row) => row.rarityRank)

it('ranks a queued collection, again when metadata is read and when a token is burned', async () => {
  for (const [id, fur] of [
    ['a', 'gold'],
    ['b', 'brown'],
    ['c', 'brown'],
  ] as const)
    await insertToken(store, { id, collectionId: 'kin', properties: { fur } })
  await enqueueForTest(store, 'kin')
  expect(await ranks(['a', 'b', 'c'])).toEqual([null, null, null])
  expect(await refreshNextRarity(store.db)).toBe('kin')
  expect(await ranks(['a', 'b', 'c'])).toEqual([1, 2, 2])
  expect(await refreshNextRarity(store.db)).toBeNull()

  const attributes = [{ trait_type: 'fur', value: 'silver' }]
  await sql`insert into market.metadata (uri, status) values ('ipfs://b', 'pending')`.execute(store.db)
  await finishMetadataJobs(store.db, [
    { uri: 'ipfs://b', status: 'ready', image: null, animationUrl: null, category: null, attributes },
  ])
  expect(await refreshNextRarity(store.db)).toBe('kin')
  expect(await ranks(['a', 'b', 'c'])).toEqual([1, 1, 1])

  await sql`update chain.current_token_datas_v2 set is_deleted_v2 = true where token_data_id = 'a'`.execute(store.db)
  await enqueueForTest(store, 'kin')
  await refreshNextRarity(store.db)
  expect(await ranks(['a', 'b', 'c'])).toEqual([null, 1, 1])
})

it('queues the collection of a token that a batch mints, and again when one is burned', async () => {
  const minted = described(address('a0'))
  await applyBatch(store.db, batchOf([indexed(1n, [], { tokenDatas: [minted] })]))
  expect(await refreshNextRarity(store.db)).toBe(COLLECTION)
  expect(await refreshNextRarity(store.db)).toBeNull()
  await applyBatch(store.db, batchOf([indexed(2n, [], { tokenDatas: [{ ...minted, isDeletedV2: true }] })]))
  expect(await refreshNextRarity(store.db)).toBe(COLLECTION)
})

it('queues nothing for a token that is only traded, and its collection again when a trait of it changes', async () => {
  const [id, anna, ben] = [address('b0'), address('a1'), address('b1')]
  const minted = described(id)
  const batch = (version: bigint, tokens: Parameters<typeof indexed>[2]) => batchOf([indexed(version, [], tokens)])
  await applyBatch(store.db, batch(3n, { tokenDatas: [minted], ownerships: passes(id, null, anna) }))
  expect(await refreshNextRarity(store.db)).toBe(COLLECTION)
  await applyBatch(store.db, batch(4n, { tokenDatas: [minted], ownerships: passes(id, anna, ben) }))
  expect(await refreshNextRarity(store.db)).toBeNull()
  await applyBatch(store.db, batch(5n, { tokenDatas: [{ ...minted, tokenProperties: { fur: 'gold' } }] }))
  expect(await refreshNextRarity(store.db)).toBe(COLLECTION)
})

it.each([
  ['more bytes than are held', { tokens: 4_500, documents: 1, kind: sql`'kind ' || m` }],
  ['kinds of traits that no other token has', { tokens: 30, documents: 30, kind: sql`n || ' ' || m` }],
])('leaves a collection of %s unranked and uncounted', async (name, { tokens, documents, kind }) => {
  await sql`
    insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, description, token_uri, token_properties,
      token_standard, is_deleted_v2, last_transaction_version, last_transaction_timestamp)
    select ${name} || n, ${name}, '', '', ${name} || (n % ${documents}::integer), '{}', 'v2', false, 1, '2026-01-01'
    from generate_series(1, ${tokens}::integer) n`.execute(store.db)
  await sql`
    insert into market.metadata (uri, status, attributes) select ${name} || n, 'ready', (
      select jsonb_agg(jsonb_build_object('trait_type', ${kind}, 'value', repeat('x', 256))) from generate_series(1, 64) m)
    from generate_series(0, ${documents}::integer - 1) n`.execute(store.db)
  await enqueueForTest(store, name)
  expect(await refreshNextRarity(store.db)).toBe(name)
  expect(await ranks([`${name}1`])).toEqual([null])
  const marks = store.db.selectFrom('market.trait_versions').select('counts').where('collection_id', '=', name)
  expect(await marks.execute()).toEqual([{ counts: null }])
})

it('is ended where it froze during a ranking, whose locks would hold up the change feed, and is repeated', async () => {
  await insertToken(store, { id: 'cold', collectionId: 'ice', properties: { fur: 'white' } })
  await enqueueForTest(store, 'ice')
  await using line = await openLine(store.connectionString)
  await using frozen = connect({ connectionString: line.url, applicationName: 'opal-frozen' })
  const holder = await store.pool.connect()
  await holder.query('begin; select from market.rarity_queue for update')
  const ranking = refreshNextRarity(frozen.db).catch((error: unknown) => error)
  const waiting = `select from pg_stat_activity
    where application_name = 'opal-frozen' and wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(async () => (await store.pool.query(waiting)).rowCount).toBe(1)
  line.freeze()
  await holder.query('rollback')
  holder.release()
  await store.db.transaction().execute((transaction) => announceTokens(transaction, 'ice'))
  line.thaw()
  expect(await ranking).toBeInstanceOf(Error)
  expect(await refreshNextRarity(store.db)).toBe('ice')
  expect(await ranks(['cold'])).toEqual([1])
})
