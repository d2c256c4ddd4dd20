import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { nativeMarketplace } from '@opal/marketplaces/registry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

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
    floorVersion: '90',
    topBid: '150000000',
    listed: '2',
    // The cheaper one is where nothing can be bought any more.
    ownFloor: '200000000',
    tokenCount: '3',
    // Three times the floor, which is above the top bid.
    value: '600000000',
  }

  it('come with what they are worth, under every address that answers it', async () => {
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
    { marketplace: 'closed-marketplace', listedCount: 1 },
    { marketplace: nativeMarketplace.id, listedCount: 1 },
  ])
})

// @feature portfolio.spam
describe('unsolicited tokens without trades', () => {
  const junk = `0x${'5b'.repeat(32)}`
  const token = `0x${'5c'.repeat(32)}`
  const collections = async (spam: string) =>
    (await get(`/data/user/collections/${EXAMPLE.owner}?spam=${spam}`)).data.map(
      ({ collectionId }: { collectionId: string }) => collectionId,
    )
  const tokens = async (query: string) =>
    (await get(`/data/user/tokens/${EXAMPLE.owner}?${query}`)).data.map(
      ({ tokenDataId }: { tokenDataId: string }) => tokenDataId,
    )

  beforeAll(async () => {
    const { pool } = api.store
    await pool.query(
      `insert into chain.current_collections_v2 (collection_id, creator_address, collection_name, description, uri, current_supply,
         token_standard, last_transaction_version, last_transaction_timestamp)
       select $1, creator_address, 'Claim your 500 APT', description, uri, 1, token_standard, last_transaction_version,
         last_transaction_timestamp from chain.current_collections_v2 where collection_id = $2`,
      [junk, EXAMPLE.collectionId],
    )
    await pool.query(
      `insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, token_properties, description, token_uri,
         token_standard, last_transaction_version, last_transaction_timestamp)
       select $1, $2, 'Visit us', token_properties, description, token_uri, token_standard, last_transaction_version,
         last_transaction_timestamp from chain.current_token_datas_v2 where token_data_id = $3`,
      [token, junk, EXAMPLE.tokenDataId],
    )
    await pool.query('insert into market.token_holders values ($1, 0, $2, $3, 1)', [token, EXAMPLE.owner, junk])
    await pool.query(
      `insert into market.lots values ($1, $2, 0, 95, 0, $3, 1, 'transfer', 1790000000000001, null, false, null, null, null, null)`,
      [EXAMPLE.owner, token, junk],
    )
    await pool.query(
      `insert into chain.transactions values (95, '0x95', 1, 1, 1790000000000001, true, '0xbad', null, 1, 100)
       on conflict (version) do update set sender = '0xbad'`,
    )
  })

  it('is left out, alone or with the rest, as requested', async () => {
    expect(await collections('include')).toContain(junk)
    expect(await collections('hide')).toEqual([EXAMPLE.collectionId])
    expect(await collections('only')).toEqual([junk])
    expect(await tokens('spam=only')).toEqual([token])
    expect(await tokens('spam=hide')).not.toContain(token)
    // Filters meet: none of them is dropped because of another.
    for (const spam of ['only', 'include']) expect(await tokens(`spam=${spam}&collectionId=${junk}`)).toEqual([token])
    expect(await tokens(`spam=hide&collectionId=${junk}`)).toEqual([])
    expect(await tokens(`spam=only&collectionId=${EXAMPLE.collectionId}`)).toEqual([])
    expect(await tokens(`spam=hide&collectionId=${EXAMPLE.collectionId}`)).not.toEqual([])
    expect(await tokens(`tokenDataId=${token}&tokenDataId=${EXAMPLE.tokenDataId}`)).toHaveLength(2)
    expect(await tokens(`tokenDataId=${token}&type=listed`)).toEqual([])
  })

  it('is an item like others once the wallet fetched it itself, someone traded it or the operator verified it', async () => {
    const { pool } = api.store
    await pool.query('update chain.transactions set sender = $1 where version = 95', [EXAMPLE.owner])
    expect(await collections('only')).toEqual([])
    await pool.query(`update chain.transactions set sender = '0xbad' where version = 95`)
    await pool.query('insert into market.collection_stats (collection_id, sales_all, last_version) values ($1, 1, 1)', [
      junk,
    ])
    expect(await collections('only')).toEqual([])
    await pool.query('delete from market.collection_stats where collection_id = $1', [junk])
    expect(await collections('only')).toEqual([junk])
  })

  it('is also what the operator upheld a flag of, though someone trades it', async () => {
    const { pool } = api.store
    await pool.query('insert into market.collection_stats (collection_id, sales_all, last_version) values ($1, 1, 1)', [
      junk,
    ])
    await pool.query(
      `insert into account.flag_requests (collection_id, wallet, reason, remarks, status, asked_at)
       values ($1, '0x1', 'spam', '', 'upheld', now())`,
      [junk],
    )
    expect(await collections('only')).toEqual([junk])
    await pool.query(`update account.flag_requests set status = 'dismissed'`)
    expect(await collections('only')).toEqual([])
  })
})

// @feature pnl.lots
describe('the lots of a wallet', () => {
  const lots = async (query = '') => (await get(`/data/user/lots/${EXAMPLE.buyer}?${query}`)).data
  beforeAll(async () => {
    const lot = (token: string, version: number, rest: string) =>
      `('${EXAMPLE.buyer}', '${token}', 0, ${version}, 0, '${EXAMPLE.collectionId}', 1, 'listing', 1790000000000001, ${rest})`
    await api.store.pool.query('delete from market.lots where wallet = $1', [EXAMPLE.buyer])
    await api.store.pool.query(
      `insert into market.lots values
         ${lot(EXAMPLE.tokenDataId, 70, `100000000, false, 90, 'listing', 1790000000000003, 160000000`)},
         ${lot(EXAMPLE.listedTokenDataId, 80, '50000000, false, null, null, null, null')},
         ${lot(EXAMPLE.listedTokenDataId, 75, 'null, false, null, null, null, null')},
         ${lot(EXAMPLE.tokenDataId, 60, `1, true, 61, 'transfer', 1790000000000003, null`)}`,
    )
  })

  it('come with cost, proceeds, estimate and gain, what changed last first, without what only passed through', async () => {
    expect(await lots()).toMatchObject([
      {
        cost: '100000000',
        proceeds: '160000000',
        gain: '60000000',
        released: { by: 'listing', version: '90' },
        estimate: null,
      },
      { cost: '50000000', proceeds: null, estimate: '200000000', gain: '150000000', released: null },
      { cost: null, estimate: '200000000', gain: null },
    ])
  })

  it('are filtered by state, cost and token, and read page by page', async () => {
    expect(await lots('state=sold')).toHaveLength(1)
    expect(await lots('state=held')).toHaveLength(2)
    expect(await lots('cost=unknown')).toHaveLength(1)
    expect(await lots(`cost=known&tokenDataId=${EXAMPLE.listedTokenDataId}`)).toHaveLength(1)
    expect(await lots(`collectionId=0xff`)).toEqual([])
    const first = await get(`/data/user/lots/${EXAMPLE.buyer}?take=2`)
    const second = await get(`/data/user/lots/${EXAMPLE.buyer}?take=2&cursor=${first.nextCursor}`)
    expect([...first.data, ...second.data]).toEqual(await lots())
    expect(second.nextCursor).toBeNull()
  })
})
