import { expect, test } from 'vitest'
import { spanChanges } from './span-changes.ts'

const span = (from: bigint, to: bigint | null, price = 5n) => ({
  collection_id: '0xc',
  from_micros: from,
  to_micros: to,
  price,
})
const since = (removed: readonly ReturnType<typeof span>[], written: readonly ReturnType<typeof span>[]) =>
  spanChanges({ removed, written }).map((change) => change.micros)

test('a span that ends, or ends otherwise, changes nothing before that', () => {
  expect(since([span(1n, null)], [span(1n, 9n)])).toEqual([9n])
  expect(since([span(1n, 7n)], [span(1n, 9n)])).toEqual([7n])
  expect(since([span(1n, 9n)], [span(1n, null)])).toEqual([9n])
})

test('a span that begins, is gone or tells something else changes all from its beginning', () => {
  expect(since([], [span(3n, null)])).toEqual([3n])
  expect(since([span(3n, null)], [])).toEqual([3n])
  expect(since([span(3n, null)], [span(3n, null, 6n)])).toEqual([3n, 3n])
})

test('the order of the columns does not matter', () => {
  const stored = { price: 5n, to_micros: null, from_micros: 1n, collection_id: '0xc' }
  expect(since([stored], [span(1n, 9n)])).toEqual([9n])
})
