import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { RarityBadge, RarityMark } from './rarity-badge.tsx'

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
  expect(renderToStaticMarkup(<RarityBadge rank={rank} supply={0} />)).toContain(`data-tier="${tier}"`)
})

// @feature rarity.tooltip
it('shows the top percentage of the supply on hover, and nothing without a rank', () => {
  for (const [rank, supply, percent] of [
    [51, 1000, 6],
    [1, 10_000, 1],
    [100, 10_000, 1],
    [101, 10_000, 2],
    [7, 7, 100],
  ] as const)
    expect(renderToStaticMarkup(<RarityBadge rank={rank} supply={supply} />)).toContain(
      `Rarity rank ${rank}, TOP ${percent}%`,
    )
  expect(renderToStaticMarkup(<RarityBadge rank={51} supply={0} />)).toContain('title="Rarity rank 51" data-hint=""')
  expect(renderToStaticMarkup(<RarityBadge rank={null} supply={1000} />)).toBe('')
})

// @feature rarity.tooltip
it.each([true, false])('on an image: %s, it says to readers what the number is where no column does', (onImage) => {
  const badge = renderToStaticMarkup(<RarityBadge rank={51} supply={1000} onImage={onImage} />)
  expect(badge.includes('role="img" aria-label="Rarity rank 51"')).toBe(onImage)
})

// @feature rarity.legend
it('marks a rank in a legend as its badge is, and says nothing to readers', () => {
  for (const rank of [100, 1000, 2000, 2001]) {
    const [, tier] = /data-tier="([^"]+)"/.exec(renderToStaticMarkup(<RarityBadge rank={rank} supply={0} />)) ?? []
    expect(renderToStaticMarkup(<RarityMark rank={rank} />)).toMatch(
      new RegExp(`data-tier="${tier}" aria-hidden="true"`),
    )
  }
})
