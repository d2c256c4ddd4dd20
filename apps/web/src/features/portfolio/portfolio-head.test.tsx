// @vitest-environment happy-dom
import { NO_PNL } from '@opal/contract/portfolio/pnl'
import { cleanup, screen } from '@testing-library/react'
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
