// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { commandRequest, finishCommand } from '../app/commands.ts'
import { storeWallet } from '../entities/wallet/stored-wallet.ts'
import { walletSession } from '../entities/wallet/wallet-session.ts'
import { hydrateSite, renderSite } from '../testing/render-site.tsx'
import PortfolioPage from './portfolio.tsx'

const YOU = `0x${'a'.repeat(64)}`

afterEach(() => {
  cleanup()
  finishCommand('openConnect')
  walletSession.set(walletSession.initial)
  storeWallet(null)
})

// @feature route.portfolio
it('asks for a wallet, and leads to its page as soon as it is connected', async () => {
  walletSession.set((before) => ({ ...before, status: 'disconnected' }))
  const { router } = renderSite(<PortfolioPage />, {})
  screen.getByRole('heading', { level: 1, name: 'Portfolio' })
  screen.getByText('Connect a wallet to see your portfolio')
  fireEvent.click(screen.getByRole('button', { name: 'Connect Wallet' }))
  expect(commandRequest('openConnect')).toBe(true)
  act(() => walletSession.set((before) => ({ ...before, status: 'connected', address: YOU })))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/${YOU}`))
})

// @feature wallet.drawn-at-once
it('asks a wallet of the last visit for nothing', async () => {
  storeWallet({ name: 'Petra', address: YOU, publicKey: '0x1' })
  const { html } = await hydrateSite(<PortfolioPage />, {})
  expect(html).toContain('data-prerendered')
  expect(document.querySelector('[data-prerendered]')).toBeNull()
  expect(screen.queryByText('Connect a wallet to see your portfolio')).toBeNull()
})
