import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { sales } from '../../schema/history.ts'
import { listings, marketplaces } from '../../schema/orders.ts'
import { type PointsLedgerRow, pointsLedger } from '../../schema/points.ts'
import { collectionStats } from '../../schema/stats.ts'
import { insertRows } from '../../testing/insert-rows.ts'
import { NO_LISTING_TERMS } from '../../testing/no-terms.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { readListedCounts, readLoyalty } from './loyalty.ts'
import { readLeaderboard, readWalletPoints } from './points.ts'
import { type PointsEntry, readPointsLedger } from './points-ledger.ts'

const HOUR = 3_600_000_000n
const APT = 100_000_000n
const [ANNA, BEN, CARLA] = ['0xa', '0xb', '0xc'] as const
/** Twenty minutes past hour 100. */
const nowMicros = 100n * HOUR + HOUR / 3n

let store: Store

beforeAll(async () => {
  store = await createTestStore()
  await insertRows(store, marketplaces, [
    { marketplace: 'ours', status: 'active', is_native: true },
    { marketplace: 'closed', status: 'cancel-only', is_native: false },
  ])
  await insertRows(store, collectionStats, [
    sold('0xc', 100n * APT),
    sold('0xdead', 100n * APT - 1n),
    sold('0xwash', 150n * APT),
  ])
  await insertRows(store, sales, [
    {
      version: 1n,
      event_index: 0,
      marketplace: 'ours',
      source: 'listing',
      order_id: '9',
      token_data_id: '9',
      property_version: 0n,
      collection_id: '0xwash',
      seller: '0xe',
      buyer: '0xf',
      price_octas: 50n * APT + 1n,
      commission_octas: 0n,
      royalty_octas: 0n,
      is_wash: true,
      at_micros: 1n,
    },
  ])
  await insertRows(store, pointsLedger, [
    { ...entry('0xe', 'listing', '0x6', 90n, null, 10n), collection_id: '0xdead' },
    { ...entry('0xe', 'bidding', '0x7', 90n, null, 10n), collection_id: '0xwash' },
    { ...entry('0xe', 'listing', '0x8', 90n, null, 10n), collection_id: '0xunknown' },
    entry(ANNA, 'listing', '0x1', 90n, null, 10n),
    entry(ANNA, 'listing', '0x2', 97n, 98n, 7n),
    entry(BEN, 'bidding', '0x3', 80n, 200n, 1n),
    entry(BEN, 'buying', '0x4', 100n, 100n, 500n),
    entry(CARLA, 'listing', '0x5', 100n, null, 9n),
  ])
  await insertRows(store, listings, [
    listing('ours', '1', ANNA, 'valid'),
    listing('closed', '2', BEN, 'marketplace-closed'),
    listing('closed', '3', BEN, 'marketplace-closed'),
    listing('closed', '4', CARLA, 'seller-lost-token'),
    listing('elsewhere', '5', ANNA, 'token-frozen'),
  ])
})
afterAll(() => store[Symbol.asyncDispose]())

function entry(
  wallet: string,
  rule: string,
  order_id: string,
  first: bigint,
  last: bigint | null,
  points: bigint,
): PointsLedgerRow {
  const order = { wallet, rule, collection_id: '0xc', marketplace: 'ours', order_id, version: first, event_index: 0 }
  const hours = { first_hour_micros: first * HOUR, last_hour_micros: last === null ? null : last * HOUR }
  return { ...order, ...hours, price_octas: 5n, floor_octas: 5n, size: 1n, points_micros: points }
}

function sold(collection_id: string, volume_all_octas: bigint) {
  const none = {
    floor_octas: null,
    top_bid_octas: null,
    last_sale_octas: null,
    best_proceeds_octas: null,
    last_mint_micros: null,
    has_several_minters: false,
  }
  const counts = { listed_count: 0n, owner_count: 0n, supply: 0n, sales_all: 1n, last_version: 1n }
  return { collection_id, volume_all_octas, ...none, ...counts }
}

function listing(marketplace: string, listing_id: string, seller: string, validity: string) {
  const times = { placed_version: 1n, placed_at_micros: 1n, last_version: 1n, last_event_index: 0, last_at_micros: 1n }
  const token = { token_data_id: listing_id, property_version: 0n, token_standard: 'v2', collection_id: null }
  return {
    marketplace,
    listing_id,
    seller,
    validity,
    price_octas: 5n,
    state: 'open',
    ...token,
    ...times,
    ...NO_LISTING_TERMS,
  }
}

test('hours count when they are over, purchases immediately', async () => {
  const board = await readLeaderboard(store, { window: 'season', nowMicros }, { take: 10 })
  // Anna: hours 90 to 99 and 97 to 98; Ben: hours 80 to 99; Carla's hour is not over.
  expect(board.map((row) => [row.wallet, row.listingMicros, row.biddingMicros, row.buyingMicros])).toEqual([
    [BEN, 0n, 20n, 500n],
    [ANNA, 114n, 0n, 0n],
  ])
  const later = { window: 'season', nowMicros: 101n * HOUR } as const
  expect(await readWalletPoints(store, [CARLA], later)).toMatchObject([{ rank: 3n, listingMicros: 9n }])
})

test('orders earn in collections that were sold for a hundred APT without wash trades, and in no others', async () => {
  expect(await readWalletPoints(store, ['0xe'], { window: 'season', nowMicros })).toEqual([])
  expect(await readPointsLedger(store, '0xe', { window: 'season', nowMicros }, { take: 9 })).toEqual([])
  const less = { window: 'season' as const, nowMicros, earningVolumeOctas: 100n * APT - 1n }
  expect((await readPointsLedger(store, '0xe', less, { take: 9 })).map((row) => row.orderId)).toEqual(['0x6', '0x7'])
})

test('a day begins 24 hours before the present one, and counts hours that are over', async () => {
  const earned = async (now: bigint) => {
    const [row] = await readWalletPoints(store, [ANNA], { window: 'day', nowMicros: now })
    return row?.listingMicros
  }
  expect(await earned(nowMicros)).toBe(10n * 10n + 2n * 7n)
  expect(await earned(122n * HOUR)).toBe(24n * 10n + 7n)
  expect(await earned(123n * HOUR - 1n)).toBe(24n * 10n + 7n)
  expect(await earned(123n * HOUR)).toBe(24n * 10n)
})

test('a purchase counts within the window that it was made in, to the hour', async () => {
  const bought = async (now: bigint) => {
    const [row] = await readWalletPoints(store, [BEN], { window: 'week', nowMicros: now })
    return [row?.buyingMicros, row?.biddingMicros]
  }
  expect(await bought(269n * HOUR - 1n)).toEqual([500n, 101n])
  expect(await bought(269n * HOUR)).toEqual([0n, 100n])
})

test('a listing elsewhere halves the total, one whose token is lost or was frozen by its creator does not', async () => {
  expect(await readLoyalty(store, [ANNA, BEN, CARLA, '0xd'])).toEqual(
    new Map([
      [ANNA, 100],
      [BEN, 0],
      [CARLA, 100],
      ['0xd', 100],
    ]),
  )
  const points = await readWalletPoints(store, [ANNA, BEN], { window: 'season', nowMicros })
  expect(points.map((row) => [row.wallet, row.loyalty, row.totalMicros])).toEqual([
    [BEN, 0, 260n],
    [ANNA, 100, 114n],
  ])
  expect(await readListedCounts(store, [ANNA, BEN])).toEqual([
    { wallet: ANNA, marketplace: 'elsewhere', isNative: false, listedCount: 1n },
    { wallet: ANNA, marketplace: 'ours', isNative: true, listedCount: 1n },
    { wallet: BEN, marketplace: 'closed', isNative: false, listedCount: 2n },
  ])
})

test('the ledger is read page by page, newest first', async () => {
  const interval = { window: 'season', nowMicros } as const
  const [first] = await readPointsLedger(store, ANNA, interval, { take: 1 })
  expect(first).toMatchObject({ rule: 'listing', orderId: '0x2', hours: 2n, pointsMicros: 7n, version: 97n })
  const rest = await readPointsLedger(store, ANNA, interval, { take: 9, ...(first && { after: first }) })
  expect(rest.map((row) => [row.orderId, row.hours, row.lastHourMicros])).toEqual([['0x1', 10n, null]])
})

test('purchases of one hour have times of their own, and are read page by page, newest first, whatever was bought where', async () => {
  const wallet = '0xd0'
  const places = ['ours', 'zeta', 'alpha', 'mid']
  const bought = Array.from({ length: 8 }, (_, at) => ({
    version: 1_000n + BigInt(at >> 1),
    event_index: at & 1,
    order_id: `0x${(at * 5) % 8}`,
    marketplace: places[at % 4] ?? '',
    at_micros: 99n * HOUR + BigInt(at >> 1) * 60_000_000n,
  }))
  await insertRows(
    store,
    sales,
    bought.map((sale) => ({
      ...sale,
      source: 'listing',
      token_data_id: '9',
      property_version: 0n,
      collection_id: '0xc',
      seller: '0xe',
      buyer: wallet,
      price_octas: APT,
      commission_octas: 0n,
      royalty_octas: 0n,
      is_wash: false,
    })),
  )
  await insertRows(store, pointsLedger, [
    ...bought.map(({ at_micros: _, ...sale }) => ({ ...entry(wallet, 'buying', '', 99n, 99n, 1n), ...sale })),
    { ...entry(wallet, 'listing', '0x0', 99n, null, 1n), version: 1_001n, event_index: 5 },
  ])
  const interval = { window: 'season', nowMicros } as const
  const read: PointsEntry[] = []
  for (;;) {
    const after = read.at(-1)
    const page = await readPointsLedger(store, wallet, interval, { take: 2, ...(after && { after }) })
    if (page.length === 0) break
    read.push(...page)
  }
  const times = bought.map(({ version, event_index, at_micros }) => ({ version, event_index, at_micros }))
  const expected = [...times, { version: 1_001n, event_index: 5, at_micros: 99n * HOUR }]
    .sort((left, right) => Number(right.version - left.version) || right.event_index - left.event_index)
    .map(({ at_micros }) => at_micros)
  expect(read.map(({ fromMicros }) => fromMicros)).toEqual(expected)
})
