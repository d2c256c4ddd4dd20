import { expect, test } from 'vitest'
import { compareRows } from './compare-rows.ts'
import { OFFICIAL_TABLES, type OfficialTable } from './official-tables.ts'

const table = OFFICIAL_TABLES.nft_marketplace_activities as OfficialTable
const data = { price: '7', buyer: '0xb1' }
const expected = { txn_version: 5, index: 0, marketplace: 'wapal', price: 7, buyer: '0xb1', json_data: { data } }
const actual = {
  txn_version: 5n,
  index: 0n,
  marketplace: 'opal',
  price: 7n,
  buyer: `0x${'b1'.padStart(64, '0')}`,
  json_data: { data },
}

function compare(theirs: object, ours: object, level: 1 | 2 | 3 = 3) {
  return compareRows('activities', table, [{ ...expected, ...theirs }], [{ ...actual, ...ours }], level)
}

test('ignores different spellings of addresses, numbers and marketplaces', () => {
  expect(compare({}, {})).toEqual({ difference: null, excused: [] })
})

test('reports row, column and both values of the first difference', () => {
  expect(compare({}, { price: 8n }).difference).toBe(
    'activities: row (5, 0, opal), column price: expected "7", got "8"',
  )
})

test('compares keys at level 1, and deciding columns at level 2', () => {
  expect(compare({}, { price: 8n }, 1).difference).toBeNull()
  expect(compare({ token_amount: 1 }, { token_amount: 2n }, 2).difference).toBeNull()
  expect(compare({}, { price: 8n }, 2).difference).toContain('price')
})

test('accepts an empty official column only when the event has our value', () => {
  expect(compare({ buyer: null }, {}).excused).toEqual([
    `activities (5, 0, opal) buyer: the event says buyer = ${actual.buyer}`,
  ])
  expect(compare({ buyer: null }, { buyer: `0x${'b2'.padStart(64, '0')}` }).difference).toContain('buyer')
  expect(compare({ price: 9 }, {}).difference).toContain('price')
})

test('accepts a coin that the official row lacks only with its paired asset', () => {
  const balances = OFFICIAL_TABLES.current_fungible_asset_balances as OfficialTable
  const asset = `0x${'a'.padStart(64, '0')}`
  const official = { storage_id: '0x1', asset_type: asset, asset_type_v1: null, asset_type_v2: asset }
  const compareBalance = (coin: string) => {
    const ours = { ...official, storage_id: `0x${'1'.padStart(64, '0')}`, asset_type: coin, asset_type_v1: coin }
    return compareRows('balances', balances, [official], [ours], 3)
  }
  const { difference, excused } = compareBalance('0x1::aptos_coin::AptosCoin')
  expect(difference).toBeNull()
  expect(excused).toEqual(
    ['asset_type', 'asset_type_v1'].map((column) => expect.stringContaining(`${column}: the asset`)),
  )
  expect(compareBalance('0x9::coin::Gold').difference).toContain('asset_type')
})

test('lists an omitted column where it is empty, and reports it where the official row has a value', () => {
  const users = OFFICIAL_TABLES.user_transactions as OfficialTable
  const compareUser = (nonce: number | null) =>
    compareRows('users', users, [{ version: 1, replay_protection_nonce: nonce }], [{ version: 1n }], 3)
  expect(compareUser(null)).toEqual({ difference: null, excused: [expect.stringContaining('replay_protection_nonce')] })
  expect(compareUser(7).difference).toContain('replay_protection_nonce')
})

test('reports missing and unexpected rows', () => {
  expect(compareRows('a', table, [expected], [], 1).difference).toContain('is missing')
  expect(compareRows('a', table, [], [actual], 1).difference).toContain('should not be there')
})
