import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import {
  finishMetadataJobs,
  type MetadataOutcome,
  queueRequestedMetadata,
} from '../../projections/metadata/documents.ts'
import { queueNextSweep } from '../../projections/token-list-items/queue-sweeps.ts'
import { rowsReadByWriter } from '../../testing/plans/rows-read.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { applyBatch } from '../apply-batch.ts'
import { address, batchOf, described, indexed, passes } from '../testing/market-story.ts'

const [DOCUMENT, PICTURE, FILM] = [
  'https://x.example/all.json',
  'https://x.example/all.png',
  'https://x.example/all.mp4',
]
const MINTED = Array.from({ length: 20 }, (_, at) => address(`b${at.toString(16)}`))

/** Blocks of a table's indexes that some work visits. */
async function blocksVisited(
  { db }: Store,
  table: string,
  work: (db: Store['db']) => Promise<unknown>,
): Promise<number> {
  return await db.connection().execute(async (connection) => {
    const visited = async () => {
      await sql`select pg_stat_force_next_flush()`.execute(connection)
      const { rows } = await sql<{ blocks: string }>`
        select idx_blks_hit + idx_blks_read as blocks from pg_statio_all_tables where relid = ${table}::regclass`.execute(
        connection,
      )
      return Number(rows[0]?.blocks)
    }
    const before = await visited()
    await work(connection)
    return (await visited()) - before
  })
}

const TOKENS = `insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, description, token_uri,
    token_properties, token_standard, last_transaction_version, last_transaction_timestamp)
  select '0x9' || n, '0xc9', 'Pass ' || n, '', $1, '{}', 'v2', 1, 'epoch' from generate_series(1, $2) n`

const DOCUMENTS = `insert into market.metadata (uri, status, image, animation_url)
  select 'https://x.example/' || n, 'ready', $1, $2 from generate_series(1, $3) n`

test.each([DOCUMENT, ''])(
  'a minted token costs its batch the same however many have its document: %j',
  async (tokenUri) => {
    const visited: number[] = []
    for (const count of [1_000, 40_000]) {
      await using store = await createTestStore()
      await store.pool.query(TOKENS, [tokenUri, count])
      const tokenDatas = MINTED.map((id) => ({ ...described(id), tokenUri }))
      const ownerships = MINTED.flatMap((id) => passes(id, null, address('a1')))
      visited.push(
        await blocksVisited(store, 'chain.current_token_datas_v2', (db) =>
          applyBatch(db, batchOf([indexed(9n, [], { tokenDatas, ownerships })])),
        ),
      )
    }
    expect(visited[1]).toBeLessThan(3 * Number(visited[0]))
  },
)

test('a document that is read costs the same however many name its image and its video', async () => {
  const visited: number[] = []
  for (const count of [1_000, 40_000]) {
    await using store = await createTestStore()
    await store.pool.query(DOCUMENTS, [PICTURE, FILM, count])
    const uris = MINTED.map((id) => `https://x.example/${id}.json`)
    await store.pool.query(`insert into market.metadata (uri, status) select unnest($1::text[]), 'pending'`, [uris])
    const found = (uri: string): MetadataOutcome => ({
      uri,
      status: 'ready',
      image: PICTURE,
      animationUrl: FILM,
      category: null,
      attributes: null,
    })
    visited.push(await blocksVisited(store, 'market.metadata', (db) => finishMetadataJobs(db, uris.map(found))))
  }
  expect(visited[1]).toBeLessThan(3 * Number(visited[0]))
})

test('a document that is asked for again is queued at the same cost however many tokens have it', async () => {
  const read: unknown[] = []
  for (const count of [1, 4_000]) {
    await using store = await createTestStore()
    await store.pool.query(TOKENS, [DOCUMENT, count])
    await store.pool.query('insert into account.metadata_requests (uri) values ($1)', [DOCUMENT])
    const table = 'chain.current_token_datas_v2'
    read.push(...(await rowsReadByWriter(store, [table], (db) => queueRequestedMetadata(db, 10))))
    const { rows } = await store.pool.query('select collection_id from market.metadata')
    expect(rows).toEqual([{ collection_id: '0xc9' }])
  }
  expect(read).toEqual([1n, 1n])
})

// Its host can answer with another each time, and anyone can ask for it again.
test('a document that changes is written at the same cost however many tokens have it, and has their collections ranked', async () => {
  const read: number[] = []
  for (const count of [300, 4_000]) {
    await using store = await createTestStore()
    await store.pool.query(TOKENS, [DOCUMENT, count])
    await store.pool.query('delete from market.token_list_item_queue')
    await store.pool.query('delete from market.rarity_queue')
    await store.pool.query(`insert into market.metadata (uri, status) values ($1, 'pending')`, [DOCUMENT])
    const outcome: MetadataOutcome = {
      uri: DOCUMENT,
      status: 'ready',
      image: null,
      animationUrl: null,
      category: null,
      attributes: [{ trait_type: 'Hat', value: 'Red' }],
    }
    const [rows = 0n] = await rowsReadByWriter(store, ['chain.current_token_datas_v2'], (db) =>
      finishMetadataJobs(db, [outcome]),
    )
    read.push(Number(rows))
    await queueNextSweep(store.db)
    const queued = await store.pool.query('select collection_id from market.rarity_queue')
    expect(queued.rows).toEqual([{ collection_id: '0xc9' }])
  }
  expect(read[1]).toBeLessThan(1.5 * Number(read[0]))
})
