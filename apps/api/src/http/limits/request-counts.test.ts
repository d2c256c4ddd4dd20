import { LocalCounts } from '@opal/domain/limits/local-counts'
import { expect, test } from 'vitest'

test('a window counts until it ends, each key for itself', () => {
  const counts = new LocalCounts()
  expect(counts.count('a', 1_000, 0)).toEqual({ current: 1, ttl: 1_000 })
  expect(counts.count('a', 1_000, 999)).toEqual({ current: 2, ttl: 1 })
  expect(counts.count('b', 1_000, 999)).toEqual({ current: 1, ttl: 1_000 })
  expect(counts.count('a', 1_000, 1_000)).toEqual({ current: 1, ttl: 1_000 })
})

test('counts what is not one by its amount', () => {
  const counts = new LocalCounts()
  counts.count('a', 1_000, 0, 300)
  expect(counts.count('a', 1_000, 1, 200).current).toBe(500)
})

test('of many keys the one that began first is forgotten', () => {
  const counts = new LocalCounts()
  for (let key = 0; key <= 50_000; key += 1) counts.count(String(key), 1_000, 0)
  expect(counts.count('1', 1_000, 1).current).toBe(2)
  expect(counts.count('0', 1_000, 1).current).toBe(1)
})
