import { expect, test } from 'vitest'
import type { LotRow } from '../../schema/history.ts'
import { lotChanges, spanChanges } from './changed-since.ts'

const span = (from: bigint, to: bigint | null, price = 5n) => ({
  collection_id: '0xc',
  from_micros: from,
  to_micros: to,
  price,
})
const spansSince = (before: readonly ReturnType<typeof span>[], written: readonly ReturnType<typeof span>[]) =>
  spanChanges({ before, written }).map((change) => change.micros)

test('a span that ends, or ends otherwise, changes nothing before that', () => {
  expect(spansSince([span(1n, null)], [span(1n, 9n)])).toEqual([9n])
  expect(spansSince([span(1n, 7n)], [span(1n, 9n)])).toEqual([7n])
  expect(spansSince([span(1n, 9n)], [span(1n, null)])).toEqual([9n])
})

test('a span that begins, is gone or differs changes all from its beginning', () => {
  expect(spansSince([], [span(3n, null)])).toEqual([3n])
  expect(spansSince([span(3n, null)], [])).toEqual([3n])
  expect(spansSince([span(3n, null)], [span(3n, null, 6n)])).toEqual([3n, 3n])
})

test('the order of the columns does not matter', () => {
  const stored = { price: 5n, to_micros: null, from_micros: 1n, collection_id: '0xc' }
  expect(spansSince([stored], [span(1n, 9n)])).toEqual([9n])
})

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
const lotsSince = (before: readonly LotRow[], written: readonly LotRow[]) =>
  lotChanges({ before, written }).map((change) => change.micros)

test('a lot that comes or goes changes all from its beginning', () => {
  expect(lotsSince([], [lot(null)])).toEqual([30n])
  expect(lotsSince([lot(90n)], [])).toEqual([30n])
  expect(lotsSince([lot(null)], [lot(null, { is_in_transit: true })])).toEqual([30n, 30n])
})

test('one that ends, or ends otherwise, changes nothing before that', () => {
  expect(lotsSince([lot(null)], [lot(90n)])).toEqual([90n])
  expect(lotsSince([lot(70n)], [lot(90n)])).toEqual([70n])
  expect(lotsSince([lot(70n)], [lot(null)])).toEqual([70n])
  expect(lotsSince([lot(null, { amount: 5n })], [lot(90n), lot(null, { amount: 4n, lot_index: 1 })])).toEqual([90n])
})

test('what it cost, and a token whose collection is not known, change no owners', () => {
  expect(lotsSince([lot(null)], [lot(null, { cost_octas: 6n })])).toEqual([])
  expect(lotsSince([], [lot(null, { collection_id: null })])).toEqual([])
})
