import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { lots, ownerSpans } from '@opal/store/schema/history'
import { tokenRarity } from '@opal/store/schema/projections'
import { insertRows } from '@opal/store/testing/insert-rows'
import { QUIET_COLLECTION, THIRD_TOKEN } from '@opal/store/testing/small-market-ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, TEST_NOW_MICROS, type TestApi } from '../../testing/test-api.ts'

const DAY = 86_400_000_000n
const WASHED_SALE = 85n

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

async function get<Answer = Record<string, never>>(url: string): Promise<Answer> {
  const answer = await api.server.inject({ method: 'GET', url })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

// @feature landing.empty-hidden
it('leaves collections without listing, bid and sale out of the ranking on request', async () => {
  const idsOf = async (query: string) => {
    const { data } = await get<{ data: { collectionId: string }[] }>(`/aggregator/collection${query}`)
    return data.map(({ collectionId }) => collectionId)
  }
  await api.store.db
    .updateTable('market.collection_stats')
    .set({ listed_count: 0n, top_bid_octas: null, volume_all_octas: 0n })
    .where('collection_id', '=', QUIET_COLLECTION)
    .execute()
  expect(await idsOf('')).toContain(QUIET_COLLECTION)
  expect(await idsOf('?traded=true')).not.toContain(QUIET_COLLECTION)
  expect(await idsOf('?traded=true')).toContain(EXAMPLE.collectionId)
  expect((await api.server.inject({ method: 'GET', url: '/aggregator/collection?traded=yes' })).statusCode).toBe(400)
})

// @feature analytics.wash
describe('wash trades', () => {
  beforeAll(async () => {
    // Of 1 APT two hours ago, 4 APT three days ago and 5 APT forty days ago, the second.
    const flagged = api.store.db.updateTable('market.sales').set({ is_wash: true })
    await flagged.where('version', '=', WASHED_SALE).execute()
  })

  const STATS = [
    'sevenDaysSales',
    'oneDayVolume',
    'sevenDaysVolume',
    'thirtyDaysVolume',
    'allTimeVolume',
    'allTimeSales',
  ]
  const statsOf = (row: Record<string, unknown> | undefined) => STATS.map((name) => row?.[name])

  it('count in a collection’s stats, and are left out on request', async () => {
    const one = (query: string) => get(`/api/collection/${EXAMPLE.collectionId}${query}`)
    const whole = [2, '100000000', '500000000', '500000000', '1000000000', 3]
    const without = [1, '100000000', '100000000', '100000000', '600000000', 2]
    expect(statsOf(await one(''))).toEqual(whole)
    expect(statsOf(await one('?wash=include'))).toEqual(whole)
    expect(statsOf(await one('?wash=exclude'))).toEqual(without)
    for (const list of ['collection', 'collection/popular']) {
      const { data } = await get<{ data: Record<string, unknown>[] }>(`/aggregator/${list}?wash=exclude`)
      expect(statsOf(data.find((row) => row.collectionId === EXAMPLE.collectionId)), list).toEqual(without)
    }
  })

  it('are left out of rankings by volume as well, and a cursor of one ranking is refused by the other', async () => {
    for (const key of [
      'ALL_TIME_VOLUME',
      'THIRTY_D_VOLUME',
      'SEVEN_D_VOLUME',
      'ONE_D_VOLUME',
      'TRENDING',
      'FLOOR_PRICE',
    ]) {
      const { data } = await get<{ data: object[] }>(`/aggregator/collection?wash=exclude&sortBy=${key}`)
      expect(data.length, key).toBeGreaterThan(1)
    }
    const { nextCursor } = await get<{ nextCursor: string }>('/aggregator/collection?take=1')
    const url = `/aggregator/collection?take=1&wash=exclude&cursor=${nextCursor}`
    expect((await api.server.inject({ method: 'GET', url })).statusCode).toBe(400)
  })

  it('are part of the history', async () => {
    type Point = { volume: string; volumeWithoutWash: string; sales: number; salesWithoutWash: number }
    const { data } = await get<{ data: Point[] }>(`/api/collection/${EXAMPLE.collectionId}/history?window=7d`)
    const sum = (part: (point: Point) => string | number) =>
      data.reduce((total, point) => total + BigInt(part(point)), 0n)
    expect([sum((point) => point.volume), sum((point) => point.volumeWithoutWash)]).toEqual([
      500_000_000n,
      100_000_000n,
    ])
    expect([sum((point) => point.sales), sum((point) => point.salesWithoutWash)]).toEqual([2n, 1n])
  })
})

// @feature landing.windows
describe('the window of a ranking', () => {
  it('decides about the sparkline, in the list and of one collection, and about the order', async () => {
    const points = { '1h': 13, '1d': 25, '7d': 29, '30d': 31, all: 29 }
    for (const [window, length] of Object.entries(points)) {
      const { data } = await get<{ data: { collectionId: string; sparkline: unknown[] }[] }>(
        `/aggregator/collection?window=${window}`,
      )
      // Nothing was sold in the last hour: there the volume of all time decides.
      expect(data[0]?.collectionId, window).toBe(EXAMPLE.collectionId)
      const one = await get<{ sparkline: unknown[] }>(`/api/collection/${EXAMPLE.collectionId}?window=${window}`)
      expect([data[0]?.sparkline.length, one.sparkline.length], window).toEqual([length, length])
    }
    const answer = await api.server.inject({ method: 'GET', url: '/aggregator/collection?window=2h' })
    expect(answer.statusCode).toBe(400)
  })
})

describe('holding times', () => {
  const held = (wallet: string, token_data_id: string, days: bigint, amount = 1n) => ({
    wallet,
    token_data_id,
    property_version: 0n,
    acquired_version: 1n,
    lot_index: Number(days),
    collection_id: EXAMPLE.collectionId,
    amount,
    acquired_by: 'listing',
    acquired_at_micros: TEST_NOW_MICROS - days * DAY,
    cost_octas: null,
    is_in_transit: false,
    released_version: null,
    released_by: null,
    released_at_micros: null,
    proceeds_octas: null,
  })

  it('are returned in buckets of tokens and of owners, with medians', async () => {
    const url = `/api/collection/${EXAMPLE.collectionId}/holding-times`
    await api.store.db.deleteFrom('market.lots').execute()
    await api.store.db.deleteFrom('market.owner_spans').execute()
    expect(await get(url)).toMatchObject({ medianTokenMicros: null, medianOwnerMicros: null })
    await insertRows(api.store, lots, [
      held(EXAMPLE.owner, EXAMPLE.tokenDataId, 0n),
      held(EXAMPLE.owner, EXAMPLE.listedTokenDataId, 7n),
      held(EXAMPLE.buyer, THIRD_TOKEN, 400n, 3n),
      {
        ...held(EXAMPLE.buyer, THIRD_TOKEN, 100n),
        released_version: 9n,
        released_by: 'listing',
        released_at_micros: 9n,
      },
    ])
    const span = { collection_id: EXAMPLE.collectionId, to_micros: null }
    await insertRows(api.store, ownerSpans, [
      { ...span, wallet: EXAMPLE.owner, from_micros: TEST_NOW_MICROS - 29n * DAY },
      { ...span, wallet: EXAMPLE.buyer, from_micros: TEST_NOW_MICROS - 365n * DAY },
      { ...span, wallet: EXAMPLE.buyer, from_micros: 1n, to_micros: 2n },
    ])
    const answer = await get<{
      buckets: { fromDays: number; toDays: number | null; tokens: string; owners: string }[]
    }>(url)
    expect(answer.buckets.map(({ fromDays, toDays, tokens, owners }) => [fromDays, toDays, tokens, owners])).toEqual([
      [0, 1, '1', '0'],
      [1, 7, '0', '0'],
      [7, 30, '1', '1'],
      [30, 90, '0', '0'],
      [90, 180, '0', '0'],
      [180, 365, '0', '0'],
      [365, null, '3', '1'],
    ])
    expect(answer).toMatchObject({ medianTokenMicros: String(7n * DAY), medianOwnerMicros: String(365n * DAY) })
  })
})

// @feature rarity.score
describe('a rarity rank', () => {
  const url = `/api/collection/nfts/${EXAMPLE.tokenDataId}/rarity-breakdown`

  it('is made of the information in each trait', async () => {
    await api.store.db.deleteFrom('market.token_rarity').execute()
    expect(await get(url)).toEqual({ rank: null, score: null, ranked: 0, sharing: 0, traits: [] })
    const traits = [
      { trait_type: 'hat', value: 'crown', count: 1, score: 1.5 },
      { trait_type: 'mood', value: null, count: 2, score: 0.5 },
    ]
    const ranked = { collection_id: EXAMPLE.collectionId, rank: 1, score: 2, breakdown: traits }
    await insertRows(api.store, tokenRarity, [
      { ...ranked, token_data_id: EXAMPLE.tokenDataId },
      { ...ranked, token_data_id: EXAMPLE.listedTokenDataId },
      { ...ranked, token_data_id: THIRD_TOKEN, rank: 3, score: 0 },
      { ...ranked, token_data_id: `0x${'9'.repeat(64)}`, rank: 4, score: 0 },
    ])
    expect(await get(url)).toEqual({
      rank: 1,
      score: 2,
      ranked: 4,
      sharing: 2,
      traits: [
        { trait_type: 'hat', value: 'crown', count: 1, percent: 25, bits: 2, sharePercent: 75 },
        { trait_type: 'mood', value: null, count: 2, percent: 50, bits: 1, sharePercent: 25 },
      ],
    })
  })

  it('of no token is not found', async () => {
    const answer = await api.server.inject({ method: 'GET', url: '/api/collection/nfts/0xff/rarity-breakdown' })
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'token-not-found'])
  })
})
