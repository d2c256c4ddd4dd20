import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { commandRequest, finishCommand, openOrderHealth } from '../../app/commands.ts'
import { storeWallet } from '../../entities/wallet/stored-wallet.ts'
import { type WalletSession, walletSession } from '../../entities/wallet/wallet-session.ts'
import { renderSite } from '../../testing/render-site.tsx'
import OrderHealthHost from './order-health-host.tsx'
import { loyaltyOf, resetOrderHealth, YOU } from './testing/order-health-fixtures.ts'

// @vitest-environment happy-dom
afterEach(resetOrderHealth)

const LOYAL = loyaltyOf(() => ({ loyaltyPoints: 100 }))

// @feature wallet.asked-for
it.each(['waiting', 'restoring', 'connecting'] as const)(
  'waits for the wallet of the last visit: %s',
  async (status) => {
    storeWallet({ name: 'Petra', address: YOU, publicKey: '0x00' })
    const be = (next: WalletSession['status']) =>
      walletSession.set((before) => ({ ...before, status: next, address: next === 'connected' ? YOU : null }))
    be(status)
    renderSite(<OrderHealthHost />, LOYAL)
    act(() => openOrderHealth('loyalty'))
    expect([screen.queryByRole('dialog'), commandRequest('openConnect')]).toEqual([null, null])
    act(() => be('connected'))
    await screen.findByRole('dialog', { name: 'Maximize your season 1 reward' })
  },
)

// @feature wallet.asked-for
it('asks for a wallet where none connects', async () => {
  walletSession.set((before) => ({ ...before, status: 'disconnected' }))
  renderSite(<OrderHealthHost />, LOYAL)
  act(() => openOrderHealth('orders'))
  await waitFor(() => expect(commandRequest('openConnect')).toBe(true))
  act(() => finishCommand('openConnect'))
  await waitFor(() => expect(commandRequest('openOrderHealth')).toBeNull())
})

// @feature wallet.network-change
it.each([
  ['loyalty', 'Maximize your season 1 reward'],
  ['orders', 'Order health check'],
] as const)(
  'opens the dialog of %s also while the wallet is on another network, and no banner',
  async (which, name) => {
    walletSession.set((before) => ({ ...before, status: 'connected', address: YOU, wrongNetwork: true }))
    renderSite(<OrderHealthHost />, LOYAL)
    await act(async () => {})
    expect(screen.queryByRole('status', { name: 'Your orders' })).toBeNull()
    act(() => openOrderHealth(which))
    await screen.findByRole('dialog', { name })
  },
)
