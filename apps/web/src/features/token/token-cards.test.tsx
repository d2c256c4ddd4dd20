import type { TokenDetail } from '@opal/contract/tokens'
import { cleanup, screen } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../testing/render-site.tsx'
import { testingDetail } from '../../testing/testing-detail.ts'
import { TokenCards } from './token-cards.tsx'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const OWNER = { walletAddress: `0x${'a'.repeat(64)}`, aptosName: 'stone.apt', isWalletAddress: true }
const price = fc.option(fc.bigInt(1n, 10n ** 17n).map(String))
const TOP_BID = { offerId: 'o', marketplace: 'own', remainingTokenAmount: '1', topTokenBid: false }

/** The value of a card as a reader gets it: the whole amount where it is one. */
function shownOf(name: string): string {
  const value = screen.getByText(name, { exact: true }).closest('div')?.querySelector('dd')
  return value?.querySelector('[title$=" APT"]')?.getAttribute('title') ?? value?.textContent ?? ''
}

/** Octas in APT, to the last one. */
function apt(octas: string | null): string {
  if (octas === null) return '-'
  const digits = octas.padStart(9, '0')
  const whole = digits.slice(0, -8).replace(/\B(?=(\d{3})+$)/g, ',')
  const fraction = digits.slice(-8).replace(/0+$/, '')
  return `${whole}${fraction === '' ? '' : `.${fraction}`} APT`
}

// @feature token.cards
it('shows price, last sale, top bid, rank, owner and floor of any token, and a dash for what there is not', () => {
  const anyToken = fc.record({
    listedPrice: price,
    lastSalePrice: price,
    collectionFloorPrice: price,
    bid: price,
    rarity: fc.option(fc.integer({ min: 1, max: 100 })),
    owner: fc.option(fc.constant(OWNER)),
  })
  fc.assert(
    fc.property(anyToken, ({ bid, listedPrice, owner, rarity, ...prices }) => {
      const token: TokenDetail = testingDetail({
        ...prices,
        listedPrice,
        marketplace: listedPrice === null ? null : 'own',
        listingId: listedPrice === null ? null : 'a',
        topBid: bid === null ? null : { ...TOP_BID, price: bid },
        owner,
        rarity,
      })
      renderSite(<TokenCards token={token} />, {})
      expect(shownOf('Price')).toBe(apt(listedPrice))
      expect(shownOf('Last Sale')).toBe(apt(prices.lastSalePrice))
      expect(shownOf('Top Bid')).toBe(apt(bid))
      expect(shownOf('Collection Floor')).toBe(apt(prices.collectionFloorPrice))
      expect(shownOf('Rarity')).toContain(rarity === null ? '-' : String(rarity))
      expect(shownOf('Owner')).toContain(owner === null ? '-' : 'stone.apt')
      cleanup()
    }),
    { numRuns: 30 },
  )
})
