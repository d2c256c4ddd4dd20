import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { nativeMarketplace } from '@opal/marketplaces/registry'
import { lots } from '@opal/store/schema/history'
import { marketplaces } from '@opal/store/schema/orders'
import { type PointsLedgerRow, pointsLedger } from '@opal/store/schema/points'
import { insertRows } from '@opal/store/testing/insert-rows'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, TEST_NOW_MICROS, type TestApi } from '../../testing/test-api.ts'

const APT = 100_000_000n
const HOUR = 3_600_000_000n
const THIS_HOUR = TEST_NOW_MICROS - (TEST_NOW_MICROS % HOUR)
const native = nativeMarketplace.id
let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  await insertRows(api.store, marketplaces, [{ marketplace: native, status: 'active', is_native: true }])
  // Listings earn in collections that were sold for a hundred APT.
  await api.store.pool.query(`update market.collection_stats set volume_all_octas = ${100n * APT}`)
  const entry = (wallet: string, order: string, changes: Partial<PointsLedgerRow>): PointsLedgerRow => ({
    wallet,
    rule: 'buying',
    collection_id: EXAMPLE.collectionId,
    marketplace: native,
    order_id: order,
    version: 80n,
    event_index: 1,
    first_hour_micros: THIS_HOUR - 2n * HOUR,
    last_hour_micros: THIS_HOUR - 2n * HOUR,
    price_octas: APT,
    floor_octas: null,
    size: 1n,
    points_micros: 100_000_000n,
    ...changes,
  })
  await insertRows(api.store, pointsLedger, [
    // The buyer bought for 100 points, and long ago for 400; the owner earns 7.5 points an hour with a listing.
    entry(EXAMPLE.buyer, '0x1', {}),
    entry(EXAMPLE.buyer, '0x2', {
      first_hour_micros: THIS_HOUR - 2000n * HOUR,
      last_hour_micros: THIS_HOUR - 2000n * HOUR,
      points_micros: 400_000_000n,
    }),
    entry(EXAMPLE.owner, '0x3', {
      rule: 'listing',
      last_hour_micros: null,
      floor_octas: APT,
      points_micros: 7_500_000n,
    }),
  ])
  const lot = (token: string, index: number, changes: object) => ({
    wallet: EXAMPLE.owner,
    token_data_id: token,
    property_version: 0n,
    acquired_version: 70n,
    lot_index: index,
    collection_id: EXAMPLE.collectionId,
    amount: 1n,
    acquired_by: 'listing',
    acquired_at_micros: TEST_NOW_MICROS - HOUR,
    cost_octas: APT,
    is_in_transit: false,
    released_version: null,
    released_by: null,
    released_at_micros: null,
    proceeds_octas: null,
    ...changes,
  })
  const sold = { released_version: 80n, released_by: 'listing', released_at_micros: TEST_NOW_MICROS }
  await insertRows(api.store, lots, [
    lot(EXAMPLE.tokenDataId, 0, {}),
    lot(EXAMPLE.listedTokenDataId, 1, { cost_octas: null }),
    lot(`0x${'7f'.repeat(32)}`, 2, { ...sold, proceeds_octas: (15n * APT) / 10n }),
    lot(`0x${'7e'.repeat(32)}`, 3, { ...sold, proceeds_octas: APT / 4n }),
  ])
})
afterAll(() => api[Symbol.asyncDispose]())

const get = async (url: string) => (await api.server.inject({ method: 'GET', url })).json()

describe('points', () => {
  it('rank wallets by total, each with the loyalty that its total is computed with', async () => {
    const { data } = await get('/data/utility/all-rewards?interval=all&take=10&page=1')
    // The owner has a listing on another marketplace: loyalty 0 halves what two full hours earned.
    expect(data).toEqual([
      row(EXAMPLE.buyer, { rank: 1, total: 500, buying_points: 500 }),
      row(EXAMPLE.owner, { rank: 2, total: 7.5, listing_points: 15, loyaltyPoints: 0 }),
    ])
    for (const { total, buying_points, bidding_points, listing_points, loyaltyPoints } of data)
      expect(total).toBe((buying_points + bidding_points + listing_points) * (0.5 + (0.5 * loyaltyPoints) / 100))
    expect((await get('/api/leadersboard')).data).toEqual(data)
    const second = await get('/data/utility/all-rewards?take=1&page=2')
    expect(second).toEqual({ data: data.slice(1), nextCursor: null })
    const first = await get('/data/utility/all-rewards?take=1')
    expect(await get(`/data/utility/all-rewards?take=1&cursor=${first.nextCursor}`)).toEqual(second)
    expect(await get('/data/utility/all-rewards?cursor=none')).toMatchObject({ error: { code: 'invalid-cursor' } })
  })
  const row = (wallet_address: string, points: object) => ({
    wallet_address,
    aptosName: null,
    bidding_points: 0,
    buying_points: 0,
    listing_points: 0,
    loyaltyPoints: 100,
    ...points,
  })

  it('of one wallet come with its own loyalty, within the interval', async () => {
    expect(await get(`/data/user/rewards/${EXAMPLE.owner}?interval=7d`)).toMatchObject({
      total: 7.5,
      totalPoints: 7.5,
      listingPoints: 15,
      loyaltyPoints: 0,
      loyaltyPercent: 0,
    })
    expect(await get(`/data/user/rewards/${EXAMPLE.buyer}?interval=7d`)).toMatchObject({ total: 100, rank: 1 })
    expect(await get('/data/user/rewards/0xff')).toMatchObject({ total: 0, rank: null, loyaltyPoints: 100 })
  })

  it('show what they were earned for, page by page', async () => {
    const first = await get(`/data/user/rewards/${EXAMPLE.buyer}/ledger?take=1`)
    expect(first.data).toMatchObject([{ rule: 'buying', orderId: '0x1', points: 100, hours: 1, floorPrice: null }])
    const second = await get(`/data/user/rewards/${EXAMPLE.buyer}/ledger?take=1&cursor=${first.nextCursor}`)
    expect([second.data[0].points, second.nextCursor]).toEqual([400, null])
    expect((await get(`/data/user/rewards/${EXAMPLE.owner}/ledger`)).data).toMatchObject([
      { rule: 'listing', hours: 2, pointsPerHour: 7.5, points: 15, untilMicros: null, floorPrice: '100000000' },
    ])
  })

  it('need loyalty, which a listing elsewhere takes away', async () => {
    expect(await get(`/data/user/check-loyalty/${EXAMPLE.owner}`)).toEqual({ loyaltyPoints: 0 })
    const { data } = (
      await api.server.inject({
        method: 'POST',
        url: '/data/user/check-loyalty',
        payload: { walletAddresses: [EXAMPLE.buyer, EXAMPLE.owner] },
      })
    ).json()
    expect(data.map((one: { loyaltyPoints: number }) => one.loyaltyPoints)).toEqual([100, 0])
  })
})

describe('profit and loss', () => {
  it('is over items of known cost; the others are counted', async () => {
    // Held: one bought for 1 APT, one of unknown cost; each worth the floor of 2 APT. Sold: +0.5 and -0.75 APT.
    expect(await get(`/data/user/pnl/${EXAMPLE.owner}?collectionId=${EXAMPLE.collectionId}`)).toEqual({
      costPrice: '100000000',
      estimatedPrice: '400000000',
      knownCostEstimate: '200000000',
      unrealizedPNL: '100000000',
      realizedPNL: '-25000000',
      totalCount: '2',
      listedCount: 2,
      unknownCostCount: '1',
      soldCount: '2',
      soldUnknownCount: '0',
    })
    expect(await get(`/api/collection/myCollections/summary?walletAddress=${EXAMPLE.owner}`)).toEqual({
      totalNfts: '2',
      listedNfts: 2,
      estimated: '400000000',
      cost: '100000000',
      unRealizedPL: '100000000',
      realizedPL: '-25000000',
    })
  })

  it('is zero for a wallet without anything', async () => {
    expect(await get('/data/user/pnl/0xff')).toMatchObject({ costPrice: '0', realizedPNL: '0', totalCount: '0' })
  })
})

it('a collection’s past has a step for every moment of the window, oldest first', async () => {
  const { stepHours, data } = await get(`/api/collection/${EXAMPLE.collectionId}/history?window=1d`)
  expect([stepHours, data.length]).toEqual([1, 25])
  const sold = data.reduce((sum: bigint, step: { volume: string }) => sum + BigInt(step.volume), 0n)
  expect(sold).toBe(APT)
  expect(data.at(-1).floorPrice).not.toBeNull()
})
