// @vitest-environment happy-dom
import { NO_PNL } from '@opal/contract/portfolio/pnl'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderSite } from '../../../testing/render-site.tsx'
import { ME } from '../../../testing/testing-item.ts'
import { PortfolioSummary, returnNote, totalReturn } from './portfolio-summary.tsx'

afterEach(cleanup)

// @feature portfolio.total-return
it('adds up realised and unrealised gain, and shows the unrealised gain in percent of its cost', () => {
  const pnl = { ...NO_PNL, costPrice: '4000000000', realizedPNL: '500000000', unrealizedPNL: '-300000000' }
  renderSite(<PortfolioSummary wallet={ME} name="You" pnl={pnl} />, {})
  expect(screen.getByText('Total return').closest('div')?.textContent).toContain('+2 APT')
  expect(screen.getByText('Unrealized P&L').closest('div')?.textContent).toContain('-7.5%')
})

// @feature portfolio.fees-said
it('says which profit is after fees and which before', () => {
  renderSite(<PortfolioSummary wallet={ME} name="You" pnl={{ ...NO_PNL, soldUnknownCount: 2 }} />, {})
  const noteOf = (label: string) => screen.getByText(label).closest('div')?.textContent
  expect(noteOf('Realized P&L')).toContain('after fees, 2 without cost excluded')
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
