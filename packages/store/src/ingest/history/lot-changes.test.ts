import { expect, test } from 'vitest'
import type { LotRow } from '../../tables/lots.ts'
import { lotChanges } from './lot-changes.ts'

const lot = (released: bigint | null, other: Partial<LotRow> = {}): LotRow => ({
  wallet: '0xa',
  token_data_id: '0xt',
  property_version: 0n,
  acquired_version: 3n,
  lot_index: 0,
  collection_id: '0xc',
  amount: 1n,
  acquired_by: 'purchase',
  acquired_at_micros: 30n,
  cost_octas: 5n,
  is_in_transit: false,
  released_version: null,
  released_by: null,
  released_at_micros: released,
  proceeds_octas: null,
  ...other,
})
const since = (removed: readonly LotRow[], written: readonly LotRow[]) =>
  lotChanges({ removed, written }).map((change) => change.micros)

test('a lot that comes or goes changes all from its beginning', () => {
  expect(since([], [lot(null)])).toEqual([30n])
  expect(since([lot(90n)], [])).toEqual([30n])
  expect(since([lot(null)], [lot(null, { is_in_transit: true })])).toEqual([30n, 30n])
})

test('one that ends, or ends otherwise, changes nothing before that', () => {
  expect(since([lot(null)], [lot(90n)])).toEqual([90n])
  expect(since([lot(70n)], [lot(90n)])).toEqual([70n])
  expect(since([lot(70n)], [lot(null)])).toEqual([70n])
  expect(since([lot(null, { amount: 5n })], [lot(90n), lot(null, { amount: 4n, lot_index: 1 })])).toEqual([90n])
})

test('what it cost, and a token whose collection is not known, change no owners', () => {
  expect(since([lot(null)], [lot(null, { cost_octas: 6n })])).toEqual([])
  expect(since([], [lot(null, { collection_id: null })])).toEqual([])
})
