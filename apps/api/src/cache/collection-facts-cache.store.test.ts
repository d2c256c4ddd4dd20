import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, TEST_NOW_MICROS, type TestApi } from '../testing/test-api.ts'
import { createCollectionFactsCache } from './collection-facts-cache.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const UNKNOWN = `0x${'9'.repeat(64)}`

async function anyCollection(): Promise<string> {
  const stats = api.store.db.selectFrom('market.collection_stats').select('collection_id').limit(1)
  return (await stats.executeTakeFirstOrThrow()).collection_id
}

function setFloor(collectionId: string, octas: bigint) {
  return api.store.db
    .updateTable('market.collection_stats')
    .set({ floor_octas: octas })
    .where('collection_id', '=', collectionId)
    .execute()
}

test('keeps facts until the change feed names their collection', async () => {
  const cache = createCollectionFactsCache(api.context, 60_000)
  const id = await anyCollection()
  await setFloor(id, 5n)
  expect((await cache.get(id)).floorOctas).toBe('5')
  await setFloor(id, 7n)
  cache.invalidate(null)
  cache.invalidate(UNKNOWN)
  expect((await cache.get(id)).floorOctas).toBe('5')
  cache.invalidate(id)
  expect((await cache.get(id)).floorOctas).toBe('7')
  await setFloor(id, 9n)
  cache.clear()
  expect((await cache.get(id)).floorOctas).toBe('9')
})

test('reads an unknown collection again each time', async () => {
  const cache = createCollectionFactsCache(api.context, 60_000)
  expect(await cache.get(UNKNOWN)).toMatchObject({ collectionId: UNKNOWN, name: null, offers: [], supply: '0' })
  await api.store.pool.query(
    `insert into chain.current_collections_v2 (collection_id, creator_address, collection_name, description, uri, current_supply,
       token_standard, last_transaction_version, last_transaction_timestamp) values ($1, '0x1', 'New', '', '', 1, 'v2', 1, now())`,
    [UNKNOWN],
  )
  expect((await cache.get(UNKNOWN)).name).toBe('New')
})

test('drops an offer at the second it expires', async () => {
  let now = TEST_NOW_MICROS
  const cache = createCollectionFactsCache({ store: api.store, nowMicros: () => now }, 60_000)
  const id = await anyCollection()
  const seconds = TEST_NOW_MICROS / 1_000_000n + 60n
  await api.store.pool.query(
    `insert into market.collection_offers (marketplace, offer_id, collection_id, buyer, price_octas, wanted_amount, remaining_amount,
       expires_at_seconds, state, validity, placed_version, placed_at_micros, last_version, last_event_index, last_at_micros)
     values ('opal', '0xrunsout', $1, '0xa', 900000000000, 1, 1, $2, 'open', 'valid', 1, 1, 1, 0, 1)`,
    [id, String(seconds)],
  )
  expect((await cache.get(id)).bid?.offerId).toBe('0xrunsout')
  now = seconds * 1_000_000n - 1n
  expect((await cache.get(id)).bid?.offerId).toBe('0xrunsout')
  now += 1n
  expect((await cache.get(id)).bid?.offerId).not.toBe('0xrunsout')
  expect((await cache.get(id)).offers.map(({ offerId }) => offerId)).not.toContain('0xrunsout')
})
