import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Store } from '../../driver/connection.ts'
import { applyBatch } from '../../ingest/apply-batch.ts'
import { writeMarketplaces } from '../../ingest/orders/write-marketplaces.ts'
import { settleTime } from '../../ingest/stats/settle-time.ts'
import { openNative } from '../../ingest/testing/empty-stores.ts'
import { cut, moves, played } from '../../ingest/testing/market-moves.ts'
import { fillTokenListItems } from '../../maintenance/bulk/synthetic-store.ts'
import { openScratchDatabases, type ScratchDatabases } from '../../maintenance/inspect/scratch-databases.ts'
import { readTokenDetail } from '../../queries/tokens/read-token-detail.ts'
import { toListItem } from '../../queries/tokens/token-list-items.ts'
import { enqueueForTest, insertToken } from '../../testing/rarity-tokens.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { readListItemRows, writeQueuedListItems } from '../../testing/write-queued-list-items.ts'
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

/** The one list item of a store, its parts read. */
async function onlyItem(store: Pick<Store, 'db'>) {
  await writeQueuedListItems(store)
  const [row] = await readListItemRows(store)
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
      await openNative(store.db)
      for (const batch of cut(played(story).transactions, each)) {
        await applyBatch(store.db, batch)
        await writeQueuedListItems(store)
      }
      await settleTime(store.db, 4_000_000_000_000_000n)
      if (closes) await writeMarketplaces(store.db, [{ marketplace: 'opal', status: 'history', is_native: true }])
      await writeQueuedListItems(store)
      const followed = await readListItemRows(store)
      await fillTokenListItems(store.db)
      expect(followed).toEqual(await readListItemRows(store))
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
  expect((await readListItemRows(store)).map((row) => row.token_data_id)).toEqual(['late'])
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
})

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
      const followed = await readListItemRows(store)
      await fillTokenListItems(store.db)
      expect(followed).toEqual(await readListItemRows(store))
    }),
    { numRuns: runs(6, 72), examples: [[1, 100, true]] },
  )
})
