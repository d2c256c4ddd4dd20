import { act, cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { commandRequest, finishCommand } from '../../../app/commands.ts'
import { ordersNotice } from '../../../entities/order/orders-notice.ts'
import { STORED_WALLET_SCRIPT, storeBalance, storeWallet } from '../../../entities/wallet/stored-wallet.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { FOLLOWED_ACTION, siteActions } from '../../../shared/hooks/site-actions.ts'
import { hydrateSite, renderSite } from '../../../testing/render-site.tsx'
import { WalletHost } from '../wallet-host.tsx'
import { WalletButton } from './wallet-button.tsx'

// @vitest-environment happy-dom
const YOU = `0x${'a'.repeat(64)}`
const user = userEvent.setup()

beforeEach(() => {
  walletSession.set({ ...walletSession.initial, status: 'disconnected' })
  storeWallet(null)
})
afterEach(() => {
  cleanup()
  finishCommand('openConnect')
  finishCommand('openOrderHealth')
})

// @feature wallet.header
describe('the header', () => {
  it('offers Connect Wallet without a wallet', async () => {
    renderSite(<WalletButton />, {})
    await user.click(screen.getByRole('button', { name: /Connect Wallet/ }))
    expect(commandRequest('openConnect')).toBe(true)
  })

  // @feature wallet.drawn-at-once
  it('draws the account of the last visit with what it held as soon as the page is hydrated', async () => {
    storeWallet({ name: 'Petra', address: YOU, publicKey: '0xkey' })
    storeBalance(123_456_789n)
    walletSession.set({ ...walletSession.initial, status: 'waiting' })
    const { html } = await hydrateSite(<WalletButton />, {})
    // The server cannot know: what it has rendered is marked, for the style that hides it.
    expect(html).toContain('Connect Wallet')
    expect(html).toContain('data-prerendered')
    expect(document.querySelector('[data-prerendered]')).toBeNull()
    expect(screen.queryByRole('button', { name: /Connect Wallet/ })).toBeNull()
    const account = await screen.findByRole('button', { name: 'Connecting your wallet, balance 1.23 APT' })
    act(() => walletSession.set((before) => ({ ...before, status: 'restoring' })))
    expect(screen.getByRole('button', { name: /^Connecting your wallet/ })).toBe(account)
    act(() => walletSession.set((before) => ({ ...before, status: 'connected', address: YOU })))
    await screen.findByRole('button', { name: 'Wallet, balance 1.23 APT' })
  })

  // @feature wallet.drawn-at-once
  it('offers Connect Wallet again once the wallet of the last visit is given up', async () => {
    storeWallet({ name: 'Petra', address: YOU, publicKey: '0xkey' })
    walletSession.set({ ...walletSession.initial, status: 'restoring' })
    renderSite(<WalletButton />, {})
    await screen.findByRole('button', { name: 'Connecting your wallet, balance - APT' })
    act(() => walletSession.set((before) => ({ ...before, status: 'disconnected' })))
    screen.getByRole('button', { name: /Connect Wallet/ })
  })

  // @feature wallet.drawn-at-once
  it('marks the page of a stored wallet before it is painted, and no other', () => {
    const root = document.documentElement
    const run = () => new Function(STORED_WALLET_SCRIPT)()
    root.removeAttribute('data-wallet')
    run()
    expect(root.hasAttribute('data-wallet')).toBe(false)
    storeWallet({ name: 'Petra', address: YOU, publicKey: '0xkey' })
    run()
    expect(root.hasAttribute('data-wallet')).toBe(true)
    renderSite(<WalletHost />, {})
    expect(root.hasAttribute('data-wallet')).toBe(true)
    act(() => storeWallet(null))
    expect(root.hasAttribute('data-wallet')).toBe(false)
  })

  it('has a menu with balance, Portfolio and Disconnect Wallet when connected', async () => {
    walletSession.set((before) => ({
      ...before,
      status: 'connected' as const,
      address: YOU,
      walletName: 'Petra',
      balance: 123_456_789n,
    }))
    renderSite(<WalletButton />, {})
    await user.click(await screen.findByRole('button', { name: 'Wallet, balance 1.23 APT' }))
    const portfolio = await screen.findByRole('menuitem', { name: 'Portfolio' })
    // Phones have no room for it in the button.
    expect(portfolio.closest('[role="menu"]')?.textContent).toContain('1.23 APT')
    screen.getByRole('menuitem', { name: 'Disconnect Wallet' })
  })

  // @feature wallet.header
  it('names the account as others see it', async () => {
    walletSession.set((before) => ({ ...before, status: 'connected', address: YOU, walletName: 'Petra', balance: 1n }))
    const names = { data: [{ wallet_address: YOU, name: 'mara-voss.apt', is_wallet_address: false }] }
    renderSite(<WalletButton />, { '/data/user/names': () => names })
    await user.click(await screen.findByRole('button', { name: /^Wallet, balance/ }))
    expect((await screen.findByText('mara-voss.apt')).title).toBe('Petra')
  })

  // @feature wallets.follow
  it('leads to the followed wallets', async () => {
    const run = vi.fn()
    siteActions.set([{ id: FOLLOWED_ACTION, title: 'Followed wallets', group: 'Wallet', run }])
    walletSession.set((before) => ({ ...before, status: 'connected', address: YOU, walletName: 'Petra', balance: 1n }))
    renderSite(<WalletButton />, {})
    await user.click(await screen.findByRole('button', { name: /^Wallet, balance/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Followed wallets' }))
    expect(run).toHaveBeenCalledOnce()
    siteActions.set([])
  })

  // @feature order-health.banner
  it.each([
    [{ count: 1, dangerous: 1 }, '1 order needs attention'],
    [{ count: 3, dangerous: 0 }, '3 orders need attention'],
  ])('is marked while orders need attention, and leads to them: %o', async (notice, words) => {
    walletSession.set((before) => ({ ...before, status: 'connected', address: YOU, walletName: 'Petra', balance: 1n }))
    renderSite(<WalletButton />, {})
    const account = await screen.findByRole('button', { name: /^Wallet, balance/ })
    expect(account.title).toBe('')
    act(() => ordersNotice.set(notice))
    expect(screen.getByRole('button', { name: /^Wallet, balance/, description: words })).toBe(account)
    expect(account.querySelector('[data-danger]') !== null).toBe(notice.dangerous > 0)
    await user.click(account)
    await user.click(await screen.findByRole('menuitem', { name: words }))
    expect(commandRequest('openOrderHealth')).toBe('orders')
    act(() => ordersNotice.set(null))
    expect(account.title).toBe('')
  })
})
