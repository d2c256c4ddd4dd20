// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { commandRequest, finishCommand } from '../../app/commands.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { ME } from '../../testing/testing-item.ts'
import { PointsSummary } from './points-summary.tsx'

afterEach(() => {
  cleanup()
  finishCommand('openOrderHealth')
  vi.unstubAllGlobals()
})

const points = (loyaltyPercent: number) => ({
  walletAddress: ME,
  total: 5,
  totalPoints: 5,
  rank: 1,
  buyingPoints: 1,
  listingPoints: 2,
  biddingPoints: 2,
  loyaltyPercent,
  loyaltyPoints: loyaltyPercent,
})

// @feature loyalty.radar
it.each([0, 100])(
  'leads from a loyalty of %d percent to where it is raised, if it halves the points',
  async (percent) => {
    renderSite(<PointsSummary address={ME} interval="all" />, { [`/data/user/rewards/${ME}`]: () => points(percent) })
    await screen.findByText(`${percent}%`)
    const boost = screen.queryByRole('button', { name: 'Boost your loyalty' })
    expect(boost === null).toBe(percent === 100)
    if (boost !== null) fireEvent.click(boost)
    expect(commandRequest('openOrderHealth')).toBe(percent === 100 ? null : 'loyalty')
  },
)

// @feature metric.details
it.each(['1d', '7d', '30d', 'all'] as const)(
  'asks how the points of the shown time were made: %s',
  async (interval) => {
    renderSite(<PointsSummary address={ME} interval={interval} />, { [`/data/user/rewards/${ME}`]: () => points(100) })
    for (const name of ['Your points', 'Buying', 'Listing', 'Bidding']) {
      fireEvent.click(screen.getByRole('button', { name: `${name}: how is this calculated?` }))
      expect(commandRequest('explainMetric')?.subject.window).toBe(interval)
      finishCommand('explainMetric')
    }
  },
)
