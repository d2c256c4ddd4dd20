import type { Collection } from '@opal/contract/collections'
import { shareCardUrl } from '@opal/contract/constants/share-card-url'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { sales } from '@opal/store/schema/history'
import { insertRows } from '@opal/store/testing/insert-rows'
import { saleRow } from '@opal/store/testing/sale-row'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask as askOf, refused } from '../testing/ask.ts'
import { createTestApi, TEST_NOW_MICROS, TEST_OWNERS, type TestApi } from '../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const ask = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object | string, type?: string) =>
  askOf(api, method, url, payload, type === undefined ? {} : { 'content-type': type })
const get = async (url: string) => (await ask('GET', url)).json
const MULTIPART = 'multipart/form-data; boundary=x'
const part = (name: string, value: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

describe('tokens', () => {
  it('for sale come cheapest first, with their listing', async () => {
    const first = await get(`/data/collection/tokens/monkeys-c0c0c0c0?page=1&take=1`)
    expect(first.data).toMatchObject([{ tokenDataId: EXAMPLE.listedTokenDataId, listedPrice: '200000000' }])
    const second = await get(`/data/collection/tokens/monkeys-c0c0c0c0?take=1&cursor=${first.nextCursor}`)
    expect([second.data[0].listedPrice, second.nextCursor]).toEqual(['300000000', null])
    expect(await get(`/api/collection/${EXAMPLE.collectionId}/nfts/floor`)).toMatchObject({
      floorPrice: '200000000',
      token: { tokenDataId: EXAMPLE.listedTokenDataId },
    })
  })

  // @feature token.listing-failed
  it('say their cheapest listing, and null without one', async () => {
    const listing = (id: string) => get(`/data/collection/${EXAMPLE.collectionId}/token-listing/${id}`)
    expect(await listing(EXAMPLE.listedTokenDataId)).toMatchObject({ price: '200000000', seller: EXAMPLE.owner })
    expect(await listing(EXAMPLE.tokenDataId)).toBeNull()
    expect((await get(`/data/collection/tokens/listings/${EXAMPLE.listedTokenDataId}`)).data).toHaveLength(1)
  })

  // @feature trade.own-listing-no-reference
  it('make the floor, also without what one wallet asks', async () => {
    const floor = (query = '') => get(`/api/collection/${EXAMPLE.collectionId}/nfts/floor${query}`)
    expect(await floor()).toMatchObject({ floorPrice: '200000000', token: { listedPrice: '200000000' } })
    const others = await floor(`?walletAddress=${EXAMPLE.owner}`)
    expect(others).toMatchObject({ floorPrice: '300000000', token: { listedPrice: '300000000' } })
    expect(await floor(`?walletAddress=${EXAMPLE.buyer}`)).toMatchObject({ floorPrice: '200000000' })
  })

  it('say it within their collection only', async () => {
    for (const id of [EXAMPLE.listedTokenDataId, EXAMPLE.tokenDataId, '0xdeadbeef']) {
      const foreign = await ask('GET', `/data/collection/0xdeadbeef/token-listing/${id}`)
      expect(foreign, id).toMatchObject(refused(404, 'token-not-found'))
    }
    const unknown = await ask('GET', `/data/collection/${EXAMPLE.collectionId}/token-listing/0xdeadbeef`)
    expect(unknown).toMatchObject(refused(404, 'token-not-found'))
  })

  it('return their stats within their collection only', async () => {
    const url = `/data/collection/${EXAMPLE.collectionId}/tokens/${EXAMPLE.listedTokenDataId}`
    expect(await get(url)).toMatchObject({
      floorPrice: '200000000',
      listedPrice: '200000000',
      ownerAddress: EXAMPLE.owner,
      listedWalletAddress: EXAMPLE.owner,
      topBid: { price: '150000000', topTokenBid: false },
      tokenTopBid: null,
    })
    const foreign = await ask('GET', `/data/collection/0xff/tokens/${EXAMPLE.listedTokenDataId}`)
    expect(foreign).toMatchObject(refused(404, 'token-not-found'))
    const both = await get(
      `/data/collection/details/id?collection_id=${EXAMPLE.collectionId.slice(2)}&token_data_id=${EXAMPLE.listedTokenDataId}`,
    )
    expect(both).toMatchObject({ collection: { collectionName: 'Monkeys' }, token: { listedPrice: '200000000' } })
  })

  it('say what they were sold for, in the order asked for', async () => {
    const { json } = await ask('POST', '/data/collection/tokens/last-sale', ['0xff', EXAMPLE.listedTokenDataId])
    expect(json.data.map((row: { tokenDataId: string }) => row.tokenDataId)).toEqual([
      `0x${'ff'.padStart(64, '0')}`,
      EXAMPLE.listedTokenDataId,
    ])
    const token = await get(`/api/collection/nfts/${EXAMPLE.listedTokenDataId}`)
    expect(json.data.map((row: { lastSalePrice: string | null }) => row.lastSalePrice)).toEqual([
      null,
      token.lastSalePrice,
    ])
  })

  it('were last sold where that was no wash trade, as their own pages say', async () => {
    const version = 900n
    await insertRows(api.store, sales, [
      saleRow({
        version,
        collection_id: EXAMPLE.collectionId,
        token_data_id: EXAMPLE.listedTokenDataId,
        price_octas: 77n,
        at_micros: TEST_NOW_MICROS,
        is_wash: true,
      }),
    ])
    try {
      const { json } = await ask('POST', '/data/collection/tokens/last-sale', [EXAMPLE.listedTokenDataId])
      const token = await get(`/api/collection/nfts/${EXAMPLE.listedTokenDataId}`)
      expect(json.data[0].lastSalePrice).not.toBe('77')
      expect(json.data[0].lastSalePrice).toBe(token.lastSalePrice)
    } finally {
      await api.store.pool.query('delete from market.sales where version = $1', [version])
    }
  })

  it('are found by name, sent as JSON or as a form', async () => {
    const json = await ask('POST', '/api/nft/owner', { nftName: 'Monkey #9' })
    expect(json.json.data).toMatchObject([{ name: 'Monkey #9', owner: { walletAddress: EXAMPLE.owner } }])
    const form = await ask('POST', '/api/nft/owner', 'nftName=Monkey+%239', 'application/x-www-form-urlencoded')
    expect(form).toEqual(json)
    const parts = await ask('POST', '/api/nft/owner', `${part('nftName', 'Monkey #9')}--x--\r\n`, MULTIPART)
    expect(parts).toEqual(json)
    const elsewhere = { name: 'Monkey #9', collectionName: 'Quiet' }
    expect((await ask('POST', '/api/collection/nfts/details', elsewhere)).json).toEqual({ data: null })
  })

  it('have the image that their metadata names, and no other', async () => {
    const named = { tokenUri: 'ipfs://cid/0.json', imageUri: 'ipfs://cid/0.svg' }
    for (const method of ['POST', 'PATCH'] as const) {
      expect(await ask(method, '/data/collection/tokens/image', named)).toMatchObject({ status: 200, json: named })
      for (const wrong of [
        { ...named, imageUri: 'https://evil.example/x.png' },
        { ...named, tokenUri: 'ipfs://none' },
      ]) {
        expect(await ask(method, '/data/collection/tokens/image', wrong)).toMatchObject(refused(422, 'image-not-named'))
      }
    }
  })
})

describe('collections', () => {
  it('are found by slug in a body, and not by an invalid one', async () => {
    expect((await ask('POST', '/aggregator/collection', { slug: 'monkeys-c0c0c0c0' })).json.data.collectionName).toBe(
      'Monkeys',
    )
    expect(await ask('POST', '/aggregator/collection', { slug: 'nobody' })).toMatchObject(
      refused(404, 'collection-not-found'),
    )
  })

  it('are found by name, sent as JSON or as a multipart form', async () => {
    const json = await ask('POST', '/api/collections', { name: 'onk', limit: 5, page: 1 })
    expect(json.json.data).toMatchObject([{ collectionName: 'Monkeys' }])
    const form = `${part('name', 'onk')}${part('limit', '5')}${part('page', '1')}--x--\r\n`
    expect(await ask('POST', '/api/collections', form, MULTIPART)).toEqual(json)
  })

  it('take no file, no huge field and no broken form', async () => {
    const file = `--x\r\ncontent-disposition: form-data; name="name"; filename="a.txt"\r\n\r\nabc\r\n--x--\r\n`
    for (const body of [file, `${part('name', 'a'.repeat(5000))}--x--\r\n`, '--x\r\nnonsense', part('limit', 'many')]) {
      const { status } = await ask('POST', '/api/collections', body, MULTIPART)
      expect(status >= 400 && status < 500, String(status)).toBe(true)
    }
    expect((await ask('POST', '/api/collection/nfts/list', 'a=b', 'application/x-www-form-urlencoded')).status).toBe(
      415,
    )
  })

  it('say supply and owners together, and leave unknown ones out', async () => {
    const { json } = await ask('POST', '/aggregator/collection/supply-and-holders', {
      collectionIds: [EXAMPLE.collectionId, '0xff'],
    })
    expect(json.data).toEqual([{ collectionId: EXAMPLE.collectionId, supply: 4, holders: 2 }])
  })

  it('say who owns them, most tokens first, by id, slug or name', async () => {
    for (const name of [EXAMPLE.collectionId, 'monkeys-c0c0c0c0', 'Monkeys']) {
      const { data, total } = await get(`/api/collection/owners/${name}`)
      expect(
        data.map((row: { owner: { walletAddress: string }; held: string }) => [row.owner.walletAddress, row.held]),
      ).toEqual([
        [EXAMPLE.owner, '3'],
        [EXAMPLE.buyer, '1'],
      ])
      expect(total).toBe(2)
    }
    const first = await get(`/api/collection/owners/Monkeys?take=1`)
    const second = await get(`/api/collection/owners/Monkeys?take=1&cursor=${first.nextCursor}`)
    expect([second.data[0].held, second.nextCursor]).toEqual(['1', null])
  })

  it('say their royalty in percent', async () => {
    expect((await get(`/data/collection/royalty/${EXAMPLE.collectionId}`)).royalty).toBe(5)
    expect((await ask('GET', '/data/collection/royalty/0xff')).status).toBe(404)
  })
})

describe('activity', () => {
  it('of a collection, a wallet and everything is the same rows under every address', async () => {
    const all = (await get('/api/activity?limit=100')).data
    expect(all.length).toBeGreaterThan(0)
    const inCollection = (await get(`/api/activity/collection/${EXAMPLE.collectionId}?limit=100`)).data
    expect(inCollection).toEqual(
      all.filter((row: { collectionId: string }) => row.collectionId === EXAMPLE.collectionId),
    )
    const mine = (await get(`/api/activity/my-activities?walletAddress=${EXAMPLE.owner}&limit=100`)).data
    expect(mine.length).toBeGreaterThan(0)
    expect((await get(`/data/user/activities/${EXAMPLE.owner}?take=100`)).data).toEqual(mine)
    const sales = (await get('/api/activity?type=sales&collection=monkeys-c0c0c0c0')).data
    expect(new Set(sales.map((row: { activityType: { title: string } }) => row.activityType.title))).toEqual(
      new Set(['Sold']),
    )
  })
})

// @feature collection.special-owners
it('a configured collection counts its owners by its own rule, in lists, on its page, with its supply and on share cards', async () => {
  await using own = await createTestApi({}, { OWNER_COUNTS: `${EXAMPLE.collectionId}=0x7::vault::owners_of` })
  const answer = async (url: string) => (await own.server.inject(url)).json()
  const { data } = await answer('/aggregator/collection?page=1&take=50')
  const counts = new Map(data.map((row: Collection) => [row.collectionId, row.uniqueOwnersCount]))
  expect(counts.get(EXAMPLE.collectionId)).toBe(Number(TEST_OWNERS))
  expect([...counts.values()].filter((count) => count === Number(TEST_OWNERS))).toHaveLength(1)
  expect((await answer(`/api/collection/${EXAMPLE.collectionId}`)).uniqueOwnersCount).toBe(Number(TEST_OWNERS))
  const payload = { collectionIds: [EXAMPLE.collectionId] }
  const supplies = await own.server.inject({
    method: 'POST',
    url: '/aggregator/collection/supply-and-holders',
    payload,
  })
  expect(supplies.json().data).toMatchObject([{ holders: Number(TEST_OWNERS) }])
  const cards = async () => {
    const urls = [
      shareCardUrl('', 'collection', EXAMPLE.collectionId),
      shareCardUrl('', 'token', EXAMPLE.listedTokenDataId),
    ]
    return Promise.all(urls.map(async (url) => (await own.server.inject(url)).headers.etag))
  }
  const before = await cards()
  expect(before.every((etag) => etag !== undefined)).toBe(true)
  // What the indexer counts shows on no card.
  await own.store.pool.query('update market.collection_stats set owner_count = owner_count + 1')
  expect(await cards()).toEqual(before)
})
