// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { storeWallet } from '../entities/wallet/stored-wallet.ts'
import { walletSession } from '../entities/wallet/wallet-session.ts'
import { renderSite } from '../testing/render-site.tsx'
import AirdropPage from './airdrop.tsx'

const REQUEST = 'Connect a wallet to see your points'

afterEach(() => {
  cleanup()
  storeWallet(null)
  walletSession.set(walletSession.initial)
})

// @feature wallet.drawn-at-once
it('shows the points of the wallet of the last visit while that is reconnecting', () => {
  storeWallet({ name: 'Opal Dev Wallet', address: `0x${'a'.repeat(64)}`, publicKey: `0x${'b'.repeat(64)}` })
  walletSession.set((before) => ({ ...before, status: 'restoring' }))
  renderSite(<AirdropPage />, {})
  expect(screen.queryByText(REQUEST)).toBeNull()
  expect(screen.getByRole('tab', { name: 'Leaderboard' })).not.toBeNull()
})

// @feature rewards.purpose
it.each(['connected', 'disconnected'] as const)('says what points are for, and what they are not: %s', (status) => {
  walletSession.set((before) => ({ ...before, status, address: status === 'connected' ? `0x${'a'.repeat(64)}` : null }))
  renderSite(<AirdropPage />, {})
  const lead = screen.getByRole('heading', { level: 1 }).nextElementSibling?.textContent
  expect(lead).toMatch(/rank you on the season 1 leaderboard/)
  expect(lead).toMatch(/Points aren’t a token, and no token is promised/)
})

it('asks for a wallet where none is known', () => {
  walletSession.set((before) => ({ ...before, status: 'disconnected' }))
  renderSite(<AirdropPage />, {})
  expect(screen.getByText(REQUEST)).not.toBeNull()
})
