import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { tokenRarity } from '@opal/store/schema/projections'
import { insertRows } from '@opal/store/testing/insert-rows'
import { CLOSED_MARKETPLACE_TOKEN, THIRD_TOKEN } from '@opal/store/testing/small-market-ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  // Tokens #8 and #9 are brown, #10 and #11 gold; #8 has blue eyes by its metadata.
  const ranked = [EXAMPLE.tokenDataId, EXAMPLE.listedTokenDataId, THIRD_TOKEN].map((token_data_id, at) => ({
    token_data_id,
    collection_id: EXAMPLE.collectionId,
    rank: at + 1,
    score: 3 - at,
    breakdown: null,
  }))
  await insertRows(api.store, tokenRarity, ranked)
})
afterAll(() => api[Symbol.asyncDispose]())

const get = async (url: string) => {
  const answer = await api.server.inject({ method: 'GET', url })
  return { status: answer.statusCode, ...answer.json() }
}
const attributes = (list: unknown) => `attributes=${encodeURIComponent(JSON.stringify(list))}`
const nfts = (query: string) => get(`/api/collection/${EXAMPLE.collectionId}/nfts?${query}`)
const namesOf = (page: { data: { name: string }[] }) => page.data.map((token) => token.name)

describe('tokens by traits', () => {
  it('have one of the values of a kind, all kinds, and none of the refused values', async () => {
    const brown = { trait_type: 'Fur', value: 'Brown' }
    expect(namesOf(await nfts(`${attributes([brown])}&sort=name_asc`))).toEqual(['Monkey #8', 'Monkey #9'])
    expect(namesOf(await nfts(attributes([{ trait_type: 'Fur', value: ['Brown', 'Gold'] }])))).toHaveLength(4)
    expect(namesOf(await nfts(attributes([brown, { trait_type: 'Eyes', value: 'Blue' }])))).toEqual(['Monkey #8'])
    expect(namesOf(await nfts(`${attributes([{ ...brown, not: true }])}&sort=name_asc`))).toEqual([
      'Monkey #10',
      'Monkey #11',
    ])
    expect(await nfts(attributes([{ trait_type: 'Fur', value: 'Pink' }]))).toMatchObject({ data: [], total: 0 })
  })

  // @feature items.rarity-range
  it('go together with price, listing, name and rank', async () => {
    const fur = attributes([{ trait_type: 'Fur', value: ['Brown', 'Gold'] }])
    expect(namesOf(await nfts(`${fur}&nftType=LISTED`))).toEqual(['Monkey #9', 'Monkey #10'])
    expect(namesOf(await nfts(`${fur}&priceBottom=250000000`))).toEqual(['Monkey #10'])
    expect(namesOf(await nfts(`${fur}&name=${encodeURIComponent('#1[01]$')}&sort=name_asc`))).toEqual([
      'Monkey #10',
      'Monkey #11',
    ])
    expect(namesOf(await nfts(`${fur}&name=${encodeURIComponent('monkey (')}`))).toEqual([])
    expect(namesOf(await nfts('rarityTop=2&sort=name_asc'))).toEqual(['Monkey #8', 'Monkey #9'])
    expect(namesOf(await nfts('rarityBottom=2&rarityTop=3&sort=rarity_desc'))).toEqual(['Monkey #10', 'Monkey #9'])
    expect(namesOf(await nfts('rarityBottom=3&rarityTop=2&sort=rarity_desc'))).toEqual(['Monkey #10', 'Monkey #9'])
  })

  it('go on where the cursor says, the unranked last', async () => {
    const first = await nfts('sort=rarity_asc&limit=2')
    expect(namesOf(first)).toEqual(['Monkey #8', 'Monkey #9'])
    const second = await nfts(`sort=rarity_asc&limit=2&cursor=${first.nextCursor}`)
    expect({ names: namesOf(second), end: second.nextCursor, total: second.total }).toEqual({
      names: ['Monkey #10', 'Monkey #11'],
      end: null,
      total: 4,
    })
    const byOther = await nfts(`sort=rarity_desc&limit=2&cursor=${first.nextCursor}`)
    expect(byOther).toMatchObject({ status: 400, error: { code: 'invalid-cursor' } })
  })

  it('are refused for an invalid filter', async () => {
    for (const wrong of ['{', '{}', '[1]', '[{"trait_type":"Fur"}]', `[{"trait_type":"Fur","value":"x","extra":1}]`]) {
      expect(await nfts(`attributes=${encodeURIComponent(wrong)}`), wrong).toMatchObject({
        status: 400,
        error: { code: 'invalid-request' },
      })
    }
    expect((await nfts('attributes=%5B%5D')).total).toBe(4)
  })
})

describe('the traits of a collection', () => {
  const traits = (query = '') => get(`/aggregator/collection/${EXAMPLE.collectionId}/traits?${query}`)

  // @feature items.attribute-counts
  it('come with count and floor of every value', async () => {
    const { data, total } = await traits()
    expect(total).toBe(4)
    expect(data.find((kind: { trait_type: string }) => kind.trait_type === 'Fur')).toEqual({
      trait_type: 'Fur',
      valueCount: 2,
      values: [
        { value: 'Brown', count: 2, floorPrice: '200000000' },
        { value: 'Gold', count: 2, floorPrice: '300000000' },
      ],
    })
  })

  it('are counted under the filters of the other kinds', async () => {
    const { data, total } = await traits(attributes([{ trait_type: 'Eyes', value: 'Blue' }]))
    expect(total).toBe(1)
    expect(data).toEqual([
      { trait_type: 'Fur', valueCount: 1, values: [{ value: 'Brown', count: 1, floorPrice: null }] },
      { trait_type: 'Eyes', valueCount: 1, values: [{ value: 'Blue', count: 1, floorPrice: null }] },
    ])
    expect((await traits('nftType=LISTED')).total).toBe(2)
  })

  it('can be searched kind by kind', async () => {
    const values = await get(`/aggregator/collection/${EXAMPLE.collectionId}/traits/Fur/value?page=1&limit=1&q=OL`)
    expect(values).toMatchObject({ total: 1, data: [{ value: 'Gold', count: 2 }] })
    expect(await get(`/aggregator/collection/${EXAMPLE.collectionId}/traits/Nose/value`)).toMatchObject({
      total: 0,
      data: [],
    })
  })

  it('say share and floor of one value', async () => {
    expect(await get(`/aggregator/collection/${EXAMPLE.collectionId}/attribute/Fur/value/Brown`)).toMatchObject({
      count: 2,
      supply: 4,
      percent: 50,
      floorPrice: '200000000',
    })
    expect(await get(`/aggregator/collection/${EXAMPLE.collectionId}/attribute/Fur/value/Pink`)).toMatchObject({
      count: 0,
      floorPrice: null,
    })
  })

  it('name the dearest of each token', async () => {
    const answer = await api.server.inject({
      method: 'POST',
      url: '/api/collection/nfts/top-trait',
      payload: [THIRD_TOKEN, CLOSED_MARKETPLACE_TOKEN, '0xff'],
    })
    const gold = { trait_type: 'Fur', value: 'Gold', count: 2, floorPrice: '300000000' }
    expect(answer.json().data.map((row: { topTrait: unknown }) => row.topTrait)).toEqual([gold, gold, null])
  })

  // @feature trade.own-listing-no-reference
  it('name the dearest without what the wallet itself asks', async () => {
    const [listed] = (await get(`/api/collection/nfts/${THIRD_TOKEN}`)).listings
    const dearest = async (walletAddress: string) => {
      const url = `/api/collection/nfts/top-trait?walletAddress=${walletAddress}`
      const answer = await api.server.inject({ method: 'POST', url, payload: [THIRD_TOKEN, EXAMPLE.tokenDataId] })
      return answer.json().data.map((row: { topTrait: { floorPrice: string } | null }) => row.topTrait?.floorPrice)
    }
    expect(await dearest(`0x${'77'.repeat(32)}`)).toEqual(['300000000', '200000000'])
    // Only this seller lists gold ones.
    expect((await dearest(listed.seller))[0]).not.toBe('300000000')
  })

  // @feature exit.list-price, list.presets
  it('say the floor of those that at least three tokens are listed with, the wallet’s own not counted', async () => {
    await using small = await createTestApi()
    const run = (statement: string, values: readonly unknown[]) => small.store.pool.query(statement, [...values])
    const floors = async (walletAddress: string) => {
      const url = `/api/collection/nfts/top-trait?walletAddress=${walletAddress}`
      const answer = await small.server.inject({ method: 'POST', url, payload: [EXAMPLE.listedTokenDataId] })
      const [{ topTrait, traitFloorPrice }] = answer.json().data
      return [topTrait?.floorPrice, traitFloorPrice]
    }
    // All four tokens of the collection are brown, and three are for sale.
    await run(`update chain.current_token_datas_v2 set token_properties = '{"Fur":"Brown"}' where collection_id = $1`, [
      EXAMPLE.collectionId,
    ])
    await run(
      `insert into market.listings select (o).* from (select jsonb_populate_record(l, jsonb_build_object('listing_id', 'third',
         'seller', $1::text, 'token_data_id', $2::text, 'price_octas', 900000000)) as o from market.listings l
         where l.token_data_id = $3) made`,
      [EXAMPLE.buyer, EXAMPLE.tokenDataId, EXAMPLE.listedTokenDataId],
    )
    expect(await floors(`0x${'77'.repeat(32)}`)).toEqual(['200000000', '200000000'])
    expect(await floors(EXAMPLE.buyer)).toEqual(['200000000', null])
  })
})

// @feature rarity.tooltip
it('a token’s rank is served as a percentage of supply', async () => {
  const percent = (id: string) => get(`/api/collection/nfts/${id}/rarity-percent`)
  expect(await percent(EXAMPLE.listedTokenDataId)).toMatchObject({ rank: 2, supply: 4, percent: 50 })
  expect(await percent(CLOSED_MARKETPLACE_TOKEN)).toMatchObject({ rank: null, percent: null })
  expect((await percent('0xff')).status).toBe(404)
})
