// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../testing/render-site.tsx'
import { ME } from '../../testing/testing-item.ts'
import MetricDialog from './metric-dialog.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const REWARDS = {
  walletAddress: ME,
  total: 5,
  totalPoints: 5,
  rank: 1,
  buyingPoints: 1,
  listingPoints: 2,
  biddingPoints: 2,
  loyaltyPercent: 0,
  loyaltyPoints: 0,
}

// @feature metric.details
it.each([
  ['own', 'Own Market'],
  ['gone', 'gone'],
])('says how many are listed on %s by its name: %s', async (marketplace, name) => {
  const request = { metric: 'rewards.loyalty', subject: { wallet: ME, name: 'you' } } as const
  renderSite(<MetricDialog request={request} onClose={() => {}} />, {
    [`/data/user/rewards/${ME}`]: () => REWARDS,
    [`/data/user/rewards/${ME}/ledger`]: () => ({ data: [], nextCursor: null }),
    [`/data/user/tokens/listed/${ME}/count`]: () => ({ data: [{ marketplace, listedCount: 3 }] }),
  })
  const term = await screen.findByText(`Listings on ${name}`)
  expect(term.closest('div')?.textContent).toBe(`Listings on ${name}3`)
  // No amount: its query has no unit.
  screen.getByText('From the public snapshot')
})
