// @vitest-environment happy-dom
import { NO_PNL } from '@opal/contract/portfolio/pnl'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ownCosts, setOwnCost } from '../../../entities/token/own-costs.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { ME, testingItem } from '../../../testing/testing-item.ts'
import { PortfolioSummary, returnNote, totalReturn } from './portfolio-summary.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
  ownCosts.set([])
  walletSession.set(walletSession.initial)
})

// @feature portfolio.own-cost
it('includes own costs of what is held and has no other cost, says how many, and only in one’s own portfolio', async () => {
  const [stone, known, gone] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(64)}`) as [string, string, string]
  for (const id of [stone, known, gone]) setOwnCost(ME, id, 200_000_000n)
  const answers = {
    [`/data/user/tokens/${ME}`]: (_: unknown, url: URL) => {
      expect(url.searchParams.getAll('tokenDataId')).toEqual([stone, known, gone])
      const data = [
        testingItem(stone, { estimatedPrice: '250000000', estimatedValue: '250000000' }),
        testingItem(known, { estimatedPrice: '250000000', estimatedValue: '250000000', costPrice: '1' }),
      ]
      return { data, nextCursor: null, total: 2 }
    },
  }
  const pnl = { ...NO_PNL, costPrice: '400000000', unrealizedPNL: '100000000', unknownCostCount: '3' }
  const textOf = (label: string) => screen.getByText(label).closest('div')?.textContent
  renderSite(<PortfolioSummary wallet={ME} name="x" pnl={pnl} isFolded={false} />, answers)
  expect(textOf('Cost basis')).toContain('excludes 3 without cost')
  cleanup()
  walletSession.set((before) => ({ ...before, address: ME }))
  renderSite(<PortfolioSummary wallet={ME} name="You" pnl={pnl} isFolded={false} />, answers)
  await waitFor(() => expect(textOf('Cost basis')).toContain('1 with a cost you set, excludes 2 without cost'))
  screen.getByTitle('6 APT')
  expect(textOf('Unrealized P&L')).toContain('+1.5 APT')
  expect(textOf('Unrealized P&L')).toContain('1 with a cost you set')
})

// @feature portfolio.total-return
it('adds up realised and unrealised gain, and shows the unrealised gain in percent of its cost', () => {
  const pnl = { ...NO_PNL, costPrice: '4000000000', realizedPNL: '500000000', unrealizedPNL: '-300000000' }
  renderSite(<PortfolioSummary wallet={ME} name="You" pnl={pnl} isFolded={false} />, {})
  expect(screen.getByText('Total return').closest('div')?.textContent).toContain('+2 APT')
  expect(screen.getByText('Unrealized P&L').closest('div')?.textContent).toContain('-7.5%')
})

// @feature portfolio.fees-said
it('says which profit is after fees and which before', () => {
  const pnl = { ...NO_PNL, soldUnknownCount: '2' }
  renderSite(<PortfolioSummary wallet={ME} name="You" pnl={pnl} isFolded={false} />, {})
  const noteOf = (label: string) => screen.getByText(label).closest('div')?.textContent
  expect(noteOf('Realized P&L')).toContain('after fees, excludes 2 without cost')
  expect(noteOf('Unrealized P&L')).toContain('before fees')
  expect(noteOf('Total return')).toContain('unrealized before fees')
})

// @feature portfolio.total-return
it.each([
  ['1', '2', 3n],
  ['-5', '2', -3n],
])('a realised %s and an unrealised %s come to %i', (realizedPNL, unrealizedPNL, expected) => {
  expect(totalReturn({ realizedPNL, unrealizedPNL })).toBe(expected)
})

it('says no percentage where nothing has a known cost', () => {
  expect(returnNote({ unrealizedPNL: '5', costPrice: '0' })).toBeUndefined()
  expect(returnNote({ unrealizedPNL: '5', costPrice: '10' })).toBe('+50%')
})
