import { expect, test } from 'vitest'
import { createRandom } from './random.ts'

test('returns the same stream for the same seed, another for another', () => {
  const take = (seed: string) => {
    const random = createRandom(seed)
    return Array.from({ length: 20 }, () => random.next())
  }
  expect(take('a')).toEqual(take('a'))
  expect(take('a')).not.toEqual(take('b'))
})

test('weighted picks follow the weights', () => {
  const random = createRandom('weights')
  const items = [
    { name: 'often', weight: 9 },
    { name: 'never', weight: 0 },
    { name: 'seldom', weight: 1 },
  ]
  const picks = Array.from({ length: 5_000 }, () => random.weighted(items).name)
  const share = picks.filter((name) => name === 'often').length / picks.length
  expect(share).toBeGreaterThan(0.87)
  expect(share).toBeLessThan(0.93)
  expect(picks).not.toContain('never')
})

test('integers include both ends and shuffles keep every item', () => {
  const random = createRandom('ends')
  const drawn = new Set(Array.from({ length: 400 }, () => random.integer(1, 6)))
  expect([...drawn].sort()).toEqual([1, 2, 3, 4, 5, 6])
  expect(random.shuffled([1, 2, 3, 4, 5]).sort()).toEqual([1, 2, 3, 4, 5])
})
