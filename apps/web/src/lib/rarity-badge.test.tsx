import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { RarityBadge } from './rarity-badge.tsx'

// @feature rarity.tiers
it.each([
  [1, 'top-1'],
  [100, 'top-1'],
  [101, 'top-15'],
  [1000, 'top-15'],
  [1001, 'top-25'],
  [2000, 'top-25'],
  [2001, 'normal'],
])('rank %i is styled as %s', (rank, tier) => {
  expect(renderToStaticMarkup(<RarityBadge rank={rank} />)).toContain(`data-tier="${tier}"`)
})

// @feature rarity.tooltip
it('says the top percent of the supply, and shows nothing where nothing was ranked', () => {
  expect(renderToStaticMarkup(<RarityBadge rank={51} supply={1000} />)).toContain('Rarity rank 51, top 6%')
  expect(renderToStaticMarkup(<RarityBadge rank={null} />)).toBe('')
})
