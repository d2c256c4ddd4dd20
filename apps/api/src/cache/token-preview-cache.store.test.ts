import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { queueListItems } from '@opal/store/projections/token-list-items/queue'
import { writeNextListItems } from '@opal/store/projections/token-list-items/worker'
import { readActivityWalk } from '@opal/store/queries/activity/activity-walk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, TEST_NOW_MICROS, type TestApi } from '../testing/test-api.ts'
import { createTokenPreviewCache } from './token-preview-cache.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const { collectionId, tokenDataId, listedTokenDataId } = EXAMPLE

async function makeCards(): Promise<void> {
  while ((await writeNextListItems(api.store.db)) > 0);
}

function rename(name: string) {
  return api.store.db
    .updateTable('chain.current_token_datas_v2')
    .set({ token_name: name })
    .where('token_data_id', '=', tokenDataId)
    .execute()
}

async function markNow(): Promise<bigint | null> {
  const query = { of: 'collection_id', id: collectionId, take: 1 } as const
  return (await readActivityWalk(api.store.preparedPool, query, TEST_NOW_MICROS)).previewVersion
}

async function nameBy(cache: ReturnType<typeof createTokenPreviewCache>): Promise<string | null | undefined> {
  return (await cache.get(await markNow(), new Set([tokenDataId]))).get(tokenDataId)?.name
}

test('a name is as its card says, and looked up while the card is being made again', async () => {
  const cache = createTokenPreviewCache(api.context)
  await rename('First')
  await queueListItems(api.store.db, [tokenDataId])
  expect(await markNow()).toBeNull()
  expect(await nameBy(cache)).toBe('First')
  await makeCards()
  const first = await markNow()
  expect(await nameBy(cache)).toBe('First')
  await rename('Second')
  await queueListItems(api.store.db, [tokenDataId])
  expect(await nameBy(cache)).toBe('Second')
  await makeCards()
  expect(await markNow()).toBeGreaterThan(first ?? 0n)
  expect(await nameBy(cache)).toBe('Second')
})

test('a card that is made again as it was leaves the mark, one that goes moves it', async () => {
  await queueListItems(api.store.db, [tokenDataId, listedTokenDataId])
  await makeCards()
  const before = await markNow()
  await queueListItems(api.store.db, [tokenDataId, listedTokenDataId])
  await makeCards()
  expect(await markNow()).toBe(before)
  await api.store.pool.query('delete from chain.current_token_datas_v2 where token_data_id = $1', [listedTokenDataId])
  await api.store.pool.query('insert into market.token_list_item_queue (token_data_id) values ($1)', [
    listedTokenDataId,
  ])
  await makeCards()
  expect(await markNow()).toBeGreaterThan(before ?? 0n)
})

test('serves an older page the previews of a newer one, and an unknown token without a name', async () => {
  await makeCards()
  const cache = createTokenPreviewCache(api.context)
  const mark = (await markNow()) ?? 0n
  const unknown = `0x${'9e'.repeat(32)}`
  const ids = new Set([tokenDataId, unknown])
  const shown = await cache.get(mark, ids)
  expect([...shown.keys()].sort()).toEqual([...ids].sort())
  expect(shown.get(unknown)).toMatchObject({ name: null, image: null })
  expect((await cache.get(mark - 1n, new Set([tokenDataId]))).get(tokenDataId)).toBe(shown.get(tokenDataId))
})
