import { HELD_TOKENS_SORTS } from '@opal/contract/constants/held-tokens-sorts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MARKETPLACES } from '../../testing/testing-marketplaces.ts'
import {
  applyPortfolioView,
  BID_SORTS,
  DEFAULT_PORTFOLIO_VIEW,
  LEAST_OF_COST,
  PORTFOLIO_TABS,
  parsePortfolioView,
} from './portfolio-view.ts'

const id = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
const views = fc.record({
  tab: fc.constantFrom(...PORTFOLIO_TABS),
  filter: fc.constantFrom('all' as const, 'listed' as const, 'unlisted' as const),
  collection: fc.option(id),
  marketplaces: fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9-]{0,31}$/), { maxLength: 5 }),
  sort: fc.constantFrom(...HELD_TOKENS_SORTS),
  order: fc.constantFrom('asc' as const, 'desc' as const),
  search: fc.string({ maxLength: 100, size: 'max' }),
  bids: fc.constantFrom('all' as const, 'active' as const, 'expired' as const),
  bidSort: fc.constantFrom(...BID_SORTS),
  reserved: fc.constantFrom('folded' as const, 'shown' as const),
  lots: fc.constantFrom('all' as const, 'held' as const, 'sold' as const),
  cost: fc.constantFrom('any' as const, 'known' as const, 'unknown' as const),
  least: fc.constantFrom(...LEAST_OF_COST),
})

// @feature portfolio.address
it('restores every filter, sort and tab from its address', () => {
  fc.assert(
    fc.property(views, (view) => {
      const address = applyPortfolioView(new URLSearchParams('tokenDataId=0x1&type=sales'), view)
      expect(parsePortfolioView(new URLSearchParams(address.toString()))).toEqual(view)
      expect([address.get('tokenDataId'), address.get('type')]).toEqual(['0x1', 'sales'])
    }),
  )
})

// @feature portfolio.address
it('reads unknown values as defaults, and leaves defaults out of the address', () => {
  const strange =
    'tab=riches&filter=x&collection=0x1&market=A&sort=y&order=up&bids=z&bidSort=z&reserved=z&lots=1&cost=2&least=3'
  expect(parsePortfolioView(new URLSearchParams(strange))).toEqual(DEFAULT_PORTFOLIO_VIEW)
  expect(parsePortfolioView(new URLSearchParams('market=foo&market=own'), MARKETPLACES).marketplaces).toEqual(['own'])
  expect(applyPortfolioView(new URLSearchParams(strange), DEFAULT_PORTFOLIO_VIEW).toString()).toBe('')
})
