import { EXAMPLE } from '@opal/contract/example-ids'
import { nativeMarketplace } from '@opal/marketplaces/registry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from './testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const get = async (url: string) => (await api.server.inject({ method: 'GET', url })).json()
const post = async (url: string, payload?: object) =>
  (await api.server.inject({ method: 'POST', url, ...(payload && { payload }) })).json()

describe('the collections of a wallet', () => {
  const monkeys = {
    collectionId: EXAMPLE.collectionId,
    name: 'Monkeys',
    slug: 'monkeys-c0c0c0c0',
    floorPrice: '200000000',
    topBid: '150000000',
    listed: '1',
    tokenCount: '3',
    // Three times the floor, which is above the top bid.
    value: '600000000',
  }

  it('come with what they are worth, under every address of the spec', async () => {
    const { data } = await get(`/data/user/collections/${EXAMPLE.owner}?page=1&take=50&type=none`)
    expect(data).toMatchObject([monkeys])
    expect((await post('/api/collection/myCollections', { walletAddress: EXAMPLE.owner })).data).toEqual(data)
    expect((await post(`/api/collection/myCollections/search/onk?walletAddress=${EXAMPLE.owner}`)).data).toEqual(data)
    const details = await post(`/data/user/collections/details/${EXAMPLE.owner}`, {
      collectionIds: [EXAMPLE.collectionId, '0xff'],
    })
    expect(details.data).toEqual(data)
  })

  it('are found by a part of the name, matched literally', async () => {
    const search = async (text: string) =>
      (await get(`/data/user/collections/${EXAMPLE.owner}?search=${encodeURIComponent(text)}`)).data.length
    expect(await Promise.all([search('onk'), search('%'), search('quiet')])).toEqual([1, 0, 0])
  })

  it('are only those with something for sale when asked so', async () => {
    const listed = `/api/collection/mycollectionIds/listed/`
    expect((await get(listed + EXAMPLE.buyer)).data).toEqual([EXAMPLE.collectionId])
    expect((await get(`${listed}0xff`)).data).toEqual([])
    expect((await get(`/data/user/collections/${EXAMPLE.buyer}?type=listed`)).data).toHaveLength(1)
  })
})

it('listings are counted by marketplace, also where nothing can be bought any more', async () => {
  expect((await get(`/data/user/tokens/listed/${EXAMPLE.owner}/count`)).data).toEqual([
    { marketplace: 'closed-venue', listedCount: 1 },
    { marketplace: nativeMarketplace.id, listedCount: 1 },
  ])
})
