import { expect, it } from 'vitest'
import { toggleTopRank } from './rarity-filter.tsx'

// @feature items.rarity-toggle
it('toggles off when the same value is chosen again', () => {
  const first = toggleTopRank({ minRank: 5, maxRank: null }, 100)
  expect(first).toEqual({ minRank: null, maxRank: 100 })
  expect(toggleTopRank(first, 1000)).toEqual({ minRank: null, maxRank: 1000 })
  expect(toggleTopRank(first, 100)).toEqual({ minRank: null, maxRank: null })
})
