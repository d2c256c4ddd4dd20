// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, it, vi } from 'vitest'
import { renderSite } from '../../testing/render-site.tsx'
import RarityBreakdown from './rarity-breakdown.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const TOKEN = `0x${'1'.repeat(64)}`

// @feature rarity.score
it('names a value that is an empty text, and a trait that the token lacks', async () => {
  const shares = { count: 3, percent: 30, bits: 1.74, sharePercent: 50 }
  renderSite(<RarityBreakdown tokenDataId={TOKEN} />, {
    [`/api/collection/nfts/${TOKEN}/rarity-breakdown`]: () => ({
      rank: 1,
      score: 1.2,
      ranked: 10,
      sharing: 1,
      traits: [
        { trait_type: 'hat', value: '', ...shares },
        { trait_type: 'eyes', value: null, ...shares },
      ],
    }),
  })
  await screen.findByRole('rowheader', { name: 'hat Empty' })
  screen.getByRole('rowheader', { name: 'eyes none' })
})
