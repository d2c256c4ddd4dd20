import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { queueListItems } from '@opal/store/projections/token-list-items/queue'
import { readActivityWalk } from '@opal/store/queries/activity/activity-walk'
import { writeQueuedListItems } from '@opal/store/testing/write-queued-list-items'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, TEST_NOW_MICROS, type TestApi } from '../testing/test-api.ts'
import { createTokenPreviewCache } from './token-preview-cache.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const { collectionId, tokenDataId, listedTokenDataId } = EXAMPLE

function rename(name: string) {
  return api.store.db
    .updateTable('chain.current_token_datas_v2')
    .set({ token_name: name })
    .where('token_data_id', '=', tokenDataId)
    .execute()
}

async function previewVersion(): Promise<bigint | null> {
  const query = { of: 'collection_id', id: collectionId, take: 1 } as const
  return (await readActivityWalk(api.store.preparedPool, query, TEST_NOW_MICROS)).previewVersion
}

async function nameBy(cache: ReturnType<typeof createTokenPreviewCache>): Promise<string | null | undefined> {
  return (await cache.get(await previewVersion(), new Set([tokenDataId]))).get(tokenDataId)?.name
}

test('a name is that of the list item, and looked up while the item waits to be written again', async () => {
  const cache = createTokenPreviewCache(api.context)
  await rename('First')
  await queueListItems(api.store.db, [tokenDataId])
  expect(await previewVersion()).toBeNull()
  expect(await nameBy(cache)).toBe('First')
  await writeQueuedListItems(api.store)
  const first = await previewVersion()
  expect(await nameBy(cache)).toBe('First')
  await rename('Second')
  await queueListItems(api.store.db, [tokenDataId])
  expect(await nameBy(cache)).toBe('Second')
  await writeQueuedListItems(api.store)
  expect(await previewVersion()).toBeGreaterThan(first ?? 0n)
  expect(await nameBy(cache)).toBe('Second')
})

test('the preview version stays when list items are written again unchanged', async () => {
  await queueListItems(api.store.db, [tokenDataId, listedTokenDataId])
  await writeQueuedListItems(api.store)
  const before = await previewVersion()
  await queueListItems(api.store.db, [tokenDataId, listedTokenDataId])
  await writeQueuedListItems(api.store)
  expect(await previewVersion()).toBe(before)
})

test('the preview version grows when a token is deleted', async () => {
  await queueListItems(api.store.db, [tokenDataId, listedTokenDataId])
  await writeQueuedListItems(api.store)
  const before = await previewVersion()
  await api.store.pool.query('delete from chain.current_token_datas_v2 where token_data_id = $1', [listedTokenDataId])
  await api.store.pool.query('insert into market.token_list_item_queue (token_data_id) values ($1)', [
    listedTokenDataId,
  ])
  await writeQueuedListItems(api.store)
  expect(await previewVersion()).toBeGreaterThan(before ?? 0n)
})

test('serves an older page the previews of a newer one, and an unknown token without a name', async () => {
  await writeQueuedListItems(api.store)
  const cache = createTokenPreviewCache(api.context)
  const version = (await previewVersion()) ?? 0n
  const unknown = `0x${'9e'.repeat(32)}`
  const ids = new Set([tokenDataId, unknown])
  const shown = await cache.get(version, ids)
  expect([...shown.keys()].sort()).toEqual([...ids].sort())
  expect(shown.get(unknown)).toMatchObject({ name: null, image: null })
  expect((await cache.get(version - 1n, new Set([tokenDataId]))).get(tokenDataId)).toBe(shown.get(tokenDataId))
})
