import { endpointUrl } from '@opal/contract/client'
import { CATALOGUE } from '@opal/contract/http/catalogue'
import type { Endpoint } from '@opal/contract/http/endpoint'
import { errorBody } from '@opal/contract/http/error-body'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exampleHeaders, signedInAs } from '../testing/signed-in-as.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const get = async (url: string) => {
  const answer = await api.server.inject({ method: 'GET', url })
  return { status: answer.statusCode, json: answer.json(), headers: answer.headers }
}

describe('every example of the contract', () => {
  it.each((CATALOGUE as unknown as readonly Endpoint[]).map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s is answered as promised',
    async (_, endpoint) => {
      const { params, query, body } = endpoint.example
      const url = endpointUrl('', endpoint, { ...(params && { params }), ...(query && { query }) })
      const answer = await api.server.inject({
        method: endpoint.method,
        url,
        ...(body !== undefined && { payload: body as object }),
        headers: await exampleHeaders(api, endpoint),
      })
      expect(answer.statusCode, answer.body).toBe(200)
      if (endpoint.produces === undefined) {
        expect(endpoint.response.safeParse(answer.json()).error).toBeUndefined()
      } else {
        expect(answer.headers['content-type']).toBe(endpoint.produces)
        expect(answer.rawPayload.byteLength).toBeGreaterThan(0)
      }
    },
  )
})

describe('collections', () => {
  it('come with every metric', async () => {
    const { json } = await get('/aggregator/collection?take=1')
    expect(json.data).toHaveLength(1)
    expect(json.data[0]).toMatchObject({
      collectionId: EXAMPLE.collectionId,
      collectionName: 'Monkeys',
      slug: 'monkeys-c0c0c0c0',
      collectionImage: 'ipfs://cid/cover.svg',
      collectionImageFacts: { width: 400, height: 300, colour: '#3366cc' },
      floorPrice: '200000000',
      topBid: '150000000',
      marketCap: '800000000',
      oneDayVolume: '100000000',
      sevenDaysVolume: '500000000',
      allTimeVolume: '1000000000',
      uniqueOwnersCount: 2,
      currentSupply: 4,
      listedCount: 2,
      oneDayChangePercent: -50,
      sevenDaysChangePercent: -60,
      isVerified: true,
    })
    expect(json.data[0].sparkline).toHaveLength(29)
  })

  it('go on where the cursor says', async () => {
    const first = (await get('/aggregator/collection?take=1&sortBy=FLOOR_PRICE_ASC')).json
    const second = (await get(`/aggregator/collection?take=1&sortBy=FLOOR_PRICE_ASC&cursor=${first.nextCursor}`)).json
    expect(second.data[0].collectionName).toBe('Quiet')
    expect(second.nextCursor).toBeNull()
    const other = await get(`/aggregator/collection?take=1&sortBy=NAME&cursor=${first.nextCursor}`)
    expect(other).toMatchObject({ status: 400, json: { error: { code: 'invalid-cursor' } } })
  })

  // @feature search.hex-prefix
  it('are found by id with and without 0x, and by slug, also an old one', async () => {
    const bare = EXAMPLE.collectionId.slice(2)
    for (const id of [EXAMPLE.collectionId, bare, bare.toUpperCase(), 'monkeys-c0c0c0c0', 'renamed-c0c0c0c0']) {
      expect((await get(`/api/collection/${id}`)).json.collectionName, id).toBe('Monkeys')
    }
    expect(await get('/api/collection/0xff')).toMatchObject({
      status: 404,
      json: { error: { code: 'collection-not-found' } },
    })
  })

  it('are searched by name, slug and id', async () => {
    for (const text of ['onk', 'monkeys-c0c0c0c0', EXAMPLE.collectionId]) {
      expect((await get(`/aggregator/collection/search/${text}?page=1&take=50`)).json.data).toHaveLength(1)
    }
    expect((await get('/aggregator/collection/search/%25?page=1&take=50')).json.data).toEqual([])
  })

  it('are marked and listed as favourites for the wallet that stored them only', async () => {
    const [owner, buyer] = [await signedInAs(api, EXAMPLE.owner), await signedInAs(api, EXAMPLE.buyer)]
    const ask = async (url: string, cookie = '') => {
      const answer = await api.server.inject({ url, headers: cookie === '' ? {} : { cookie } })
      return { status: answer.statusCode, json: answer.json() }
    }
    const of = (wallet: string) => `/aggregator/collection/?walletAddress=${wallet}`
    expect((await ask(of(EXAMPLE.owner), owner)).json.data).toHaveLength(1)
    expect((await ask(of(EXAMPLE.buyer), buyer)).json.data).toEqual([])
    expect((await ask(of(EXAMPLE.owner), buyer)).json.error.code).toBe('not-your-wallet')
    expect((await ask(of(EXAMPLE.owner))).json.error.code).toBe('sign-in-required')
    const named = `walletAddress=${EXAMPLE.owner}`
    for (const url of [
      `/aggregator/collection?${named}`,
      `/aggregator/collection/popular?${named}`,
      `/aggregator/collection/search/Monkeys?${named}`,
      `/api/collection/${EXAMPLE.collectionId}?${named}`,
    ]) {
      const isMarked = async (cookie?: string) => {
        const { json } = await ask(url, cookie)
        return (json.data?.[0] ?? json).favorite
      }
      expect([await isMarked(owner), await isMarked(buyer), await isMarked()], url).toEqual([true, false, false])
    }
  })
})

describe('tokens', () => {
  // @feature items.finished
  it('come cheapest first, with owner, listing and bids', async () => {
    const { json } = await get(`/api/collection/${EXAMPLE.collectionId}/nfts?limit=2`)
    expect(json).toMatchObject({
      total: 4,
      data: [{ listedPrice: '200000000', owner: { walletAddress: EXAMPLE.owner } }, { listedPrice: '300000000' }],
    })
    const rest = (await get(`/api/collection/${EXAMPLE.collectionId}/nfts?limit=2&cursor=${json.nextCursor}`)).json
    expect(rest.data.map((row: { listedPrice: null }) => row.listedPrice)).toEqual([null, null])
    expect(rest.data[0].topBid).toMatchObject({ price: '180000000', topTokenBid: true })
    expect(rest.nextCursor).toBeNull()
    expect((await get(`/api/collection/${EXAMPLE.collectionId}/nfts?limit=15`)).json.nextCursor).toBeNull()
  })

  // @feature items.search
  it('are searched by a pattern; an invalid one matches literally', async () => {
    await using own = await createTestApi()
    const named = 'update chain.current_token_datas_v2 set token_name = $1 where token_data_id = $2'
    await own.store.pool.query(named, ['Monkey #10 (gold', EXAMPLE.tokenDataId])
    for (const [name, count] of [
      ['#1[01]', 3],
      ['#1[01]$', 2],
      ['(gold', 1],
      ['#10 (GOLD', 1],
      ['#11 (', 0],
      ['*', 0],
    ] as const) {
      const url = `/api/collection/${EXAMPLE.collectionId}/nfts?name=${encodeURIComponent(name)}`
      expect((await own.server.inject(url)).json().total, name).toBe(count)
    }
  })

  // @feature token.orders
  it('show their traits with share and floor, and their orders', async () => {
    const { json } = await get(`/api/collection/nfts/${EXAMPLE.tokenDataId}`)
    expect(json.attributes).toEqual([
      { trait_type: 'Fur', value: 'Brown', count: 2, floorPrice: '200000000' },
      { trait_type: 'Eyes', value: 'Blue', count: 1, floorPrice: null },
    ])
    expect(json).toMatchObject({
      royaltyBps: 500,
      collectionFloorPrice: '200000000',
      collectionSupply: 4,
      listings: [],
    })
    // Its own image has not been measured yet.
    expect(json).toMatchObject({ imageFacts: null, collectionImageFacts: { colour: '#3366cc' } })
    expect(json.tokenOffers).toHaveLength(1)
    expect(json.collectionOffers[0]).toMatchObject({ remainingTokenAmount: '3' })
    expect((await get('/api/collection/nfts/0x123')).json.error.code).toBe('token-not-found')
  })

  it('of a wallet include what it has listed', async () => {
    const { json } = await get(`/data/user/tokens/${EXAMPLE.owner}?type=listed`)
    // The other is on a marketplace that no longer sells.
    expect(json).toMatchObject({ total: 2, data: [{ tokenDataId: EXAMPLE.listedTokenDataId }, { name: 'Monkey #11' }] })
  })
})

describe('activity', () => {
  it('is filtered by type, and the activity page leaves transfers out', async () => {
    const kinds = async (query: string) =>
      (await get(`/api/activities?${query}`)).json.data.map((row: { kind: string }) => row.kind)
    expect(await kinds('type=sales')).toEqual(['sale', 'sale', 'sale'])
    expect(await kinds('pageType=activity_page')).not.toContain('mint')
    expect(await kinds('collectionSlug=monkeys-c0c0c0c0&type=mint')).toEqual(['mint'])
    expect(await kinds('collectionId=0x1&collectionId=0x2')).toEqual([])
    expect(await kinds('timestamp=1')).toEqual([])
    expect(await kinds('type=sales&timestamp=4000000000')).toHaveLength(3)
    expect(await kinds('type=sales&timestamp=2090-01-01T00:00:00Z')).toHaveLength(3)
    expect((await get('/api/activities?timestamp=2026-19-91')).json.error.code).toBe('invalid-request')
  })

  it('names both sides, and the transaction where it is known', async () => {
    const { json } = await get(`/api/activity/nft/${EXAMPLE.tokenDataId}`)
    expect(json.data[0]).toMatchObject({
      activityType: { title: 'Sold' },
      price: '100000000',
      buyer: { walletAddress: EXAMPLE.owner },
      seller: { walletAddress: EXAMPLE.buyer },
      transactionHash: `0x${'ab'.repeat(32)}`,
    })
  })
})

describe('bad input', () => {
  it.each([
    ['/aggregator/collection?surprise=1', 400],
    ['/aggregator/collection?take=1000', 400],
    ['/aggregator/collection?page=999&take=100', 400],
    ['/aggregator/collection?sortBy=DROP', 400],
    ['/aggregator/collection?cursor=%00', 400],
    ['/aggregator/collection?cursor=W10', 400],
    [
      `/aggregator/collection?cursor=${Buffer.from('["ALL_TIME_VOLUME DESC","1; drop table","0xc0"]').toString('base64url')}`,
      400,
    ],
    ['/api/collection/nfts/zebra', 400],
    ['/api/collection/%00', 404],
    [`/api/collection/${'a'.repeat(250)}`, 400],
    [`/api/collection/${EXAMPLE.collectionId}/nfts?priceTop=-1`, 400],
    [`/api/collection/${EXAMPLE.collectionId}/nfts?priceTop=99999999999999999999`, 400],
    ['/api/activities?collectionId=zebra', 400],
    ['/api/activities?timestamp=99999999999999999999', 200],
    ['/live/since', 400],
    ['/live/since?id=99999999999999999999', 400],
    ['/nowhere', 404],
  ])('%s is answered %i with a typed body', async (url, status) => {
    const answer = await get(url)
    expect(answer.status, JSON.stringify(answer.json)).toBe(status)
    if (status !== 200) expect(errorBody.safeParse(answer.json).error).toBeUndefined()
  })

  it('in a body is answered with the path of the fault', async () => {
    const post = (payload: string | object, type = 'application/json') =>
      api.server.inject({ method: 'POST', url: '/api/collection/nfts/buy', payload, headers: { 'content-type': type } })
    const wrong = await post({ walletAddress: EXAMPLE.buyer, items: [{ tokenDataId: 'zebra' }] })
    expect(wrong.statusCode).toBe(400)
    expect(wrong.json().error.details).toHaveProperty(['items.0.tokenDataId'])
    expect((await post('{', 'application/json')).statusCode).toBe(400)
    expect((await post('hello', 'text/plain')).statusCode).toBe(415)
    expect((await post({ padding: 'x'.repeat(100_000) })).statusCode).toBe(413)
    expect((await post({ walletAddress: EXAMPLE.buyer, items: [] })).statusCode).toBe(400)
  })
})
