// @vitest-environment happy-dom
import { NO_PNL } from '@opal/contract/portfolio/pnl'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { walletSession } from '../../entities/wallet/wallet-session.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { ME } from '../../testing/testing-item.ts'
import { PortfolioHead } from './portfolio-head.tsx'

afterEach(() => {
  cleanup()
  walletSession.set(walletSession.initial)
})

const show = (aptosName: string | null, viewer: string | null) => {
  walletSession.set({ ...walletSession.initial, status: 'connected', address: viewer })
  const props = { address: ME, aptosName, pnl: NO_PNL, isNarrowed: false, walletsOpen: false }
  renderSite(<PortfolioHead {...props} onWalletsOpenChange={() => {}} />, {})
  return screen.getByRole('heading', { level: 1 }).textContent
}

// @feature portfolio.any-wallet
it.each([
  ['ada.apt', ME, 'ada.aptYou'],
  [null, ME, 'You'],
  ['ada.apt', `0x${'9'.repeat(64)}`, 'ada.apt'],
  ['ada.apt', null, 'ada.apt'],
])('is headed by the name of its wallet, and one’s own says so: %s for %s', (name, viewer, heading) => {
  expect(show(name, viewer)).toBe(heading)
})

// @feature portfolio.phone-head
it('is folded to value, profit and loss where it is narrow, until the rest is asked for', () => {
  show('ada.apt', null)
  const unfold = screen.getByRole('button', { name: 'All stats and actions' })
  const summary = screen.getByLabelText('Summary')
  const essentials = [...summary.querySelectorAll('[data-essential] dt')].map((name) => name.textContent)
  expect(essentials).toEqual(['Est. value', 'Realized P&L', 'Unrealized P&L'])
  const isFolded = () => [unfold.closest('header'), summary].map((part) => part?.hasAttribute('data-folded'))
  expect(unfold.getAttribute('aria-expanded')).toBe('false')
  expect(isFolded()).toEqual([true, true])
  fireEvent.click(unfold)
  expect(unfold.getAttribute('aria-expanded')).toBe('true')
  expect(isFolded()).toEqual([false, false])
})
