import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Store } from '../../driver/connection.ts'
import { applyBatch } from '../../ingest/apply-batch.ts'
import { writeMarketplaces } from '../../ingest/orders/write-marketplaces.ts'
import { settleTime } from '../../ingest/stats/settle-time.ts'
import { cut, moves, played } from '../../ingest/test-data/market-moves.ts'
import { fillTokenListItems } from '../../maintenance/bulk/synthetic-store.ts'
import { openScratchDatabases, type ScratchDatabases } from '../../maintenance/inspect/scratch-databases.ts'
import { readTokenDetail } from '../../queries/tokens/read-token-detail.ts'
import { toListItem } from '../../queries/tokens/token-list-items.ts'
import { enqueueForTest, insertToken } from '../../testing/rarity-tokens.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { writeQueuedListItems } from '../../testing/write-queued-list-items.ts'
import { finishMetadataJobs } from '../metadata/documents.ts'
import { finishImageJobs } from '../metadata/images.ts'
import { refreshNextRarity } from '../rarity/worker.ts'
import { queueListItems } from './queue.ts'
import { writeNextListItems } from './worker.ts'

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

function itemsOf({ db }: Pick<Store, 'db'>) {
  return db.selectFrom('market.token_list_items').selectAll().orderBy('token_data_id').execute()
}

/** The one list item of a store, its parts read. */
async function onlyItem(store: Pick<Store, 'db'>) {
  await writeQueuedListItems(store)
  const [row] = await itemsOf(store)
  if (row === undefined) return undefined
  const { token, holder, expiring } = toListItem(row.token_data_id, row.item)
  return { ...token, holder, expiring }
}

test('list items that follow random stories are those that are made of everything together', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(moves, sizes, fc.boolean(), async (story, each, closes) => {
      await using database = await databases.create()
      await using store = connect({ connectionString: database.databaseUrl, applicationName: 'opal-test' })
      await writeMarketplaces(store.db, [{ marketplace: 'opal', status: 'active', is_native: true }])
      for (const batch of cut(played(story).transactions, each)) {
        await applyBatch(store.db, batch)
        await writeQueuedListItems(store)
      }
      await settleTime(store.db, 4_000_000_000_000_000n)
      if (closes) await writeMarketplaces(store.db, [{ marketplace: 'opal', status: 'history', is_native: true }])
      await writeQueuedListItems(store)
      const followed = await itemsOf(store)
      await fillTokenListItems(store.db)
      expect(followed).toEqual(await itemsOf(store))
    }),
    { numRuns: runs(4, 80) },
  )
})

test('a token that changes behind any number of others has its list item made with the next, while those have theirs made, too', async () => {
  await using store = await createTestStore()
  const waiting = 3_000
  await store.pool.query(
    `insert into market.token_list_item_queue (token_data_id) select '0x' || n from generate_series(1, $1::int) n`,
    [waiting],
  )
  await insertToken(store, { id: 'late', collectionId: 'kin', properties: {} })
  await queueListItems(store.db, ['late'])
  const taken = [await writeNextListItems(store.db)]
  expect((await itemsOf(store)).map((row) => row.token_data_id)).toEqual(['late'])
  while (taken.at(-1) !== 0) {
    await queueListItems(
      store.db,
      Array.from({ length: 200 }, (_, at) => `0xnew${taken.length}.${at}`),
    )
    const { rows } = await store.pool.query<{ old: string }>(
      `select count(*) as old from market.token_list_item_queue where token_data_id not like '0xnew%'`,
    )
    if (Number(rows[0]?.old) === 0) break
    taken.push(await writeNextListItems(store.db))
  }
  expect(taken.length).toBeLessThanOrEqual(8)
}, 60_000)

test('a list item follows its metadata, its image, its rank and the names of its holder', async () => {
  await using store = await createTestStore()
  await insertToken(store, { id: 'a', collectionId: 'kin', properties: { fur: 'gold' } })
  await sql`insert into market.metadata (uri, status) values ('ipfs://a', 'pending')`.execute(store.db)
  await sql`insert into market.token_holders (token_data_id, property_version, holder, amount) values ('a', 0, '0x1', 1)`.execute(
    store.db,
  )
  await queueListItems(store.db, ['a'])
  expect(await onlyItem(store)).toMatchObject({
    image: null,
    imageFacts: null,
    rarity: null,
    holder: '0x1',
    expiring: null,
  })

  const document = { image: 'ipfs://image', animationUrl: 'ipfs://film', category: 'video', attributes: null }
  await finishMetadataJobs(store.db, [{ uri: 'ipfs://a', status: 'ready', ...document }])
  expect(await onlyItem(store)).toMatchObject({ image: 'ipfs://image', video: 'ipfs://film', imageFacts: null })
  const category = async () => (await readTokenDetail(store, 'a', 0n))?.category
  expect(await category()).toBe('video')
  await finishMetadataJobs(store.db, [{ uri: 'ipfs://a', status: 'ready', ...document, category: 'html' }])
  await writeQueuedListItems(store)
  expect(await category()).toBe('html')

  const image = { width: 2, height: 3, colour: '#00ff00' }
  await finishImageJobs(store.db, [{ src: 'ipfs://image', status: 'ready', ...image }])
  expect(await onlyItem(store)).toMatchObject({ imageFacts: image })

  await enqueueForTest(store, 'kin')
  await refreshNextRarity(store.db)
  expect(await onlyItem(store)).toMatchObject({ rarity: 1 })

  await sql`insert into chain.current_ans_lookup_v2 (domain, subdomain, token_standard, token_name, registered_address,
    expiration_timestamp, is_deleted, last_transaction_version) values ('opal', '', 'v2', 'opal.apt', '0x1', '2030-01-01', false, 1)`.execute(
    store.db,
  )
  await sql`insert into chain.current_ans_primary_name_v2 (registered_address, token_standard, domain, subdomain, token_name,
    is_deleted, last_transaction_version) values ('0x1', 'v2', 'opal', '', 'opal.apt', false, 1)`.execute(store.db)
  const named = async () => (await onlyItem(store))?.expiring
  expect(await named()).toEqual({ names: [{ name: 'opal.apt', untilMicros: '1893456000000000' }], bid: null })
  await sql`update chain.current_ans_lookup_v2 set expiration_timestamp = '2031-01-01'`.execute(store.db)
  expect(await named()).toMatchObject({ names: [{ untilMicros: '1924992000000000' }] })

  await sql`delete from chain.current_token_datas_v2`.execute(store.db)
  await queueListItems(store.db, ['a'])
  expect(await onlyItem(store)).toBeUndefined()
})

test('a token that is queued while list items are made stays queued', async () => {
  await using store = await createTestStore()
  await insertToken(store, { id: 'a', collectionId: 'kin', properties: {} })
  await queueListItems(store.db, ['a', 'a'])
  await store.db.transaction().execute(async (other) => {
    await queueListItems(other, ['a'])
    await writeQueuedListItems(store)
  })
  const queued = await store.db.selectFrom('market.token_list_item_queue').selectAll().execute()
  expect(queued.map((row) => row.token_data_id)).toEqual(['a'])
})

test('a token shows what can be bought and what cannot, however many there are of the other kind', async () => {
  const count = fc.constantFrom(0, 1, 99, 100, 101, 130)
  await fc.assert(
    fc.asyncProperty(count, count, fc.boolean(), async (valid, invalid, validAreDearer) => {
      await using store = await createTestStore()
      await insertToken(store, { id: 'a', collectionId: 'kin', properties: {} })
      for (const [validity, many, dearer] of [
        ['valid', valid, validAreDearer],
        ['seller-lost-token', invalid, !validAreDearer],
      ] as const) {
        await sql`insert into market.listings
          select 'bazaar', ${validity} || n, 'a', 0, 'v1', 'kin', '0x1', ${dearer ? 1_000 : 0} + n, 'open', ${validity}, n, n, n, 0, n
          from generate_series(1, ${many}::int) n`.execute(store.db)
      }
      const shown = async () => {
        const listings = (await readTokenDetail(store, 'a', 0n))?.listings ?? []
        const prices = listings.map(({ price }) => Number(price))
        expect(prices).toEqual(prices.toSorted((a, b) => a - b))
        return Object.groupBy(listings, ({ validity }) => validity)
      }
      const expected = { valid: Math.min(valid, 100), 'seller-lost-token': Math.min(invalid, 100) }
      const counts = async () => {
        const { valid: buyable = [], 'seller-lost-token': lost = [] } = await shown()
        return { valid: buyable.length, 'seller-lost-token': lost.length }
      }
      await queueListItems(store.db, ['a'])
      expect(await counts()).toEqual(expected)
      await writeQueuedListItems(store)
      expect(await counts()).toEqual(expected)
      const followed = await itemsOf(store)
      await fillTokenListItems(store.db)
      expect(followed).toEqual(await itemsOf(store))
    }),
    { numRuns: runs(6, 72), examples: [[1, 100, true]] },
  )
})

/** More tokens of one wallet than are queued in the transaction that changes its name. */
const MANY = 230

async function nameWallet({ pool }: Pick<Store, 'pool'>, wallet: string, name: string): Promise<void> {
  await pool.query(
    `insert into chain.current_ans_lookup_v2 (domain, subdomain, token_standard, token_name, registered_address,
      expiration_timestamp, is_deleted, last_transaction_version) values ($2, '', 'v2', $2, $1, '2030-01-01', false, 1)
      on conflict do nothing`,
    [wallet, name],
  )
  await pool.query(
    `insert into chain.current_ans_primary_name_v2 (registered_address, token_standard, domain, subdomain, token_name, is_deleted,
      last_transaction_version) values ($1, 'v2', $2, '', $2, false, 1)
      on conflict (registered_address, token_standard) do update set domain = excluded.domain, token_name = excluded.token_name`,
    [wallet, name],
  )
}

const renames = fc.array(
  fc.record({
    wallet: fc.constantFrom('0xmany', '0xfew'),
    name: fc.constantFrom('opal', 'ruby', 'jade'),
    pieces: fc.nat({ max: 2 }),
  }),
  { minLength: 1, maxLength: 8 },
)

test('a name that changes again and again has each token queued once at a time, however many there are, and shows in the end', async () => {
  await using store = await createTestStore()
  const held = { '0xmany': MANY, '0xfew': 3 }
  for (const [wallet, tokens] of Object.entries(held)) {
    await store.pool.query(
      `insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, description, token_uri, token_properties,
        token_standard, is_deleted_v2, last_transaction_version, last_transaction_timestamp)
        select $1 || n, 'kin', 'n', '', '', '{}', 'v2', false, 1, '2026-01-01' from generate_series(1, $2::integer) n`,
      [wallet, tokens],
    )
    await store.pool.query(
      `insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
        select $1 || n, 0, $1, 'kin', 1 from generate_series(1, $2::integer) n`,
      [wallet, tokens],
    )
  }
  const namesOf = async () => {
    const items = (await itemsOf(store)).map((row) => toListItem(row.token_data_id, row.item))
    return new Set(items.map(({ holder, expiring }) => `${holder} ${expiring?.names[0]?.name}`))
  }
  await fc.assert(
    fc.asyncProperty(renames, async (story) => {
      const last = new Map<string, string>()
      for (const { wallet, name, pieces } of story) {
        await nameWallet(store, wallet, name)
        last.set(wallet, name)
        for (let piece = 0; piece < pieces; piece += 1) await writeNextListItems(store.db)
        const { rows } = await store.pool.query<{ count: number }>(
          `select count(*)::integer as count from market.token_list_item_queue where token_data_id like '0xmany%'`,
        )
        expect(rows[0]?.count).toBeLessThanOrEqual(MANY)
      }
      await writeQueuedListItems(store)
      const names = await namesOf()
      for (const [wallet, name] of last) expect(names).toContain(`${wallet} ${name}.apt`)
      expect(names.size).toBeLessThanOrEqual(2)
      expect((await store.pool.query('select from market.list_item_sweeps where is_due')).rowCount).toBe(0)
    }),
    { numRuns: runs(15) },
  )
})

test('a name that changes again and again costs its transaction no more for many tokens', async () => {
  await using store = await createTestStore()
  await store.pool.query(
    `insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
      select 'token ' || n, 0, '0xmany', 'kin', 1 from generate_series(1, $1::integer) n`,
    [MANY],
  )
  for (const name of ['opal', 'ruby']) await nameWallet(store, '0xmany', name)
  expect((await store.pool.query('select from market.token_list_item_queue')).rowCount).toBe(0)
  await writeNextListItems(store.db)
  await nameWallet(store, '0xfew', 'jade')
  await writeQueuedListItems(store)
  expect((await store.pool.query('select from market.token_list_item_queue')).rowCount).toBe(0)
})

test('a document that changes again and again has each token queued once at a time, and shows in the end with its image', async () => {
  await using store = await createTestStore()
  await store.pool.query(
    `insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, description, token_uri, token_properties,
      token_standard, is_deleted_v2, last_transaction_version, last_transaction_timestamp)
      select 'token ' || n, 'kin', 'n', '', 'ipfs://shared', '{}', 'v2', false, 1, '2026-01-01' from generate_series(1, $1::integer) n`,
    [MANY],
  )
  await store.pool.query(`insert into market.metadata (uri, status) values ('ipfs://shared', 'pending')`)
  const queued = async () => (await store.pool.query('select from market.token_list_item_queue')).rowCount
  const finish = (image: string) =>
    finishMetadataJobs(store.db, [
      { uri: 'ipfs://shared', status: 'ready', image, animationUrl: null, category: null, attributes: null },
    ])
  for (const image of ['ipfs://a', 'ipfs://b', 'ipfs://c']) {
    await finish(image)
    await finishImageJobs(store.db, [{ src: image, status: 'ready', width: 2, height: 3, colour: '#00ff00' }])
    expect(await queued()).toBeLessThanOrEqual(2 * MANY)
    await writeNextListItems(store.db)
    await finish(`${image}/more`)
  }
  await finish('ipfs://c')
  await writeQueuedListItems(store)
  const items = (await itemsOf(store)).map((row) => toListItem(row.token_data_id, row.item).token)
  expect(items).toHaveLength(MANY)
  expect(new Set(items.map((item) => item?.image))).toEqual(new Set(['ipfs://c']))
  expect(new Set(items.map((item) => item?.imageFacts?.width))).toEqual(new Set([2]))
  expect((await store.pool.query('select from market.list_item_sweeps where is_due')).rowCount).toBe(0)
})
