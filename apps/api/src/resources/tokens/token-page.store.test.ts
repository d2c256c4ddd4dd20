import { tokenDetail, token as tokenSchema } from '@opal/contract/tokens'
import { queueListItems } from '@opal/store/projections/token-list-items/queue'
import { writeNextListItems } from '@opal/store/projections/token-list-items/worker'
import { readTokensById } from '@opal/store/queries/tokens/token-page'
import { writeQueuedListItems } from '@opal/store/testing/write-queued-list-items'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi

beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

async function ask(path: string) {
  const answer = await api.server.inject({ method: 'GET', url: path })
  expect(answer.statusCode, path).toBe(200)
  return answer.json()
}

async function tokensByCollection(): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await api.store.db
    .selectFrom('chain.current_token_datas_v2')
    .select(['token_data_id', 'collection_id'])
    .orderBy('token_data_id')
    .execute()
  return new Map(
    [...Map.groupBy(rows, (row) => row.collection_id)].map(([id, members]) => [
      id,
      members.map((row) => row.token_data_id),
    ]),
  )
}

async function everything() {
  const pages = []
  for (const [id, tokens] of await tokensByCollection()) {
    for (const order of ['price_asc', 'name_asc', 'rarity_asc'])
      pages.push(await ask(`/api/collection/${id}/nfts?sort=${order}&limit=100`))
    pages.push(await ask(`/api/collection/${id}/nfts?nftType=LISTED&limit=100`))
    for (const tokenId of tokens) pages.push(tokenDetail.parse(await ask(`/api/collection/nfts/${tokenId}`)))
  }
  return pages
}

async function writeAllListItems(): Promise<void> {
  await queueListItems(api.store.db, [...(await tokensByCollection()).values()].flat())
  await writeQueuedListItems(api.store)
}

test('pages and tokens are the same from list items as looked up part by part', async () => {
  const looked = await everything()
  await writeAllListItems()
  const [first] = await tokensByCollection()
  const [, ids] = first ?? ['', []]
  const { items } = await readTokensById(api.store.preparedPool, ids)
  expect(items.every(({ token }) => token !== null)).toBe(true)
  expect(await everything()).toEqual(looked)
})

test('a token that has changed since its list item was written is looked up until the item is written again', async () => {
  await writeAllListItems()
  const [first] = await tokensByCollection()
  const [collectionId, [id = '']] = first ?? ['', []]
  await api.store.db
    .updateTable('chain.current_token_datas_v2')
    .set({ token_name: 'Renamed "at last"' })
    .where('token_data_id', '=', id)
    .execute()
  await queueListItems(api.store.db, [id])
  const name = async () => {
    const { data } = await ask(`/api/collection/${collectionId}/nfts?tokenId=${id}`)
    expect(data.map((shown: unknown) => tokenSchema.parse(shown).tokenDataId)).toEqual([id])
    expect((await ask(`/api/collection/nfts/${id}`)).name).toBe(data[0].name)
    return data[0].name
  }
  expect(await name()).toBe('Renamed "at last"')
  await writeNextListItems(api.store.db)
  expect(await name()).toBe('Renamed "at last"')
})
