import { expect, test } from 'vitest'
import { RangeLength } from './range-length.ts'

test('a range is about what may wait of it, once the weight of versions is known', () => {
  const length = new RangeLength(10_000_000)
  expect(length.next(1e9)).toBe(2_000)
  length.learn(1_000, 1_000_000)
  expect(length.next(1e9)).toBe(8_000)
  for (let times = 0; times < 200; times += 1) length.learn(1_000, 4_000_000)
  expect(length.next(1e9)).toBeLessThan(2_100)
})

test('it is neither a drop nor the sea, and near the end it gets short', () => {
  const heavy = new RangeLength(1_000)
  heavy.learn(10, 1_000_000)
  expect(heavy.next(1e9)).toBe(1_000)
  const light = new RangeLength(1e9)
  light.learn(1_000, 0)
  expect([light.next(1e9), light.next(3_500), light.next(10)]).toEqual([100_000, 3_500, 1_000])
})
