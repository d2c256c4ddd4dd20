// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { commandRequest, finishCommand } from '../../app/commands.ts'
import { requireSession } from '../../entities/session/page-session.ts'
import { walletActions, walletSession } from '../../entities/wallet/wallet-session.ts'
import { ApiFailure, renderSite } from '../../testing/render-site.tsx'
import SignInDialog from './sign-in-dialog.tsx'

const WALLET = `0x${'a'.repeat(64)}`
/** Times that a message to sign was asked for. */
let asked = 0

beforeEach(() => {
  asked = 0
  walletSession.set({ ...walletSession.initial, status: 'connected', address: WALLET, walletName: 'Petra' })
  walletActions.set({ signIn: () => Promise.reject(new Error('not asked')) } as never)
})
afterEach(() => {
  cleanup()
  finishCommand('signIn')
  walletSession.set(walletSession.initial)
  walletActions.set(null)
  vi.unstubAllGlobals()
})

const begin = () => {
  asked += 1
  throw new ApiFailure(503, 'The server is away.')
}
const open = (isAsked: boolean) =>
  renderSite(<SignInDialog purpose="get alerts" address={WALLET} isAsked={isAsked} onDone={() => {}} />, {
    '/api/session/challenge': begin,
  })

// @feature wallet.sign-in-once
it('asks the wallet immediately where a button has said so already, and not again by itself', async () => {
  open(true)
  const again = await screen.findByRole('button', { name: 'Try again' })
  await act(async () => {})
  expect(asked).toBe(1)
  fireEvent.click(again)
  await waitFor(() => expect(asked).toBe(2))
})

// @feature wallet.sign-in-once
it('says first what signing in is for where another button was pressed', async () => {
  open(false)
  const button = screen.getByRole('button', { name: 'Sign in with Petra' })
  await act(async () => {})
  expect(asked).toBe(0)
  fireEvent.click(button)
  await waitFor(() => expect(asked).toBe(1))
})

// @feature wallet.network-change
it.each([true, false])(
  'asks for the network first where the wallet is on another one, which ends sessions: %s',
  async (isAsked) => {
    const switchNetwork = vi.fn(async () => {})
    walletActions.set({ signIn: () => Promise.reject(new Error('not asked')), switchNetwork } as never)
    walletSession.set((before) => ({ ...before, wrongNetwork: true }))
    open(isAsked)
    await screen.findByText(/Petra is on another network/)
    expect(screen.queryByRole('button', { name: /Sign in/ })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Switch network' }))
    expect(switchNetwork).toHaveBeenCalledOnce()
    expect(asked).toBe(0)
    act(() => walletSession.set((before) => ({ ...before, wrongNetwork: false })))
    screen.getByRole('button', { name: 'Sign in with Petra' })
  },
)

// @feature wallet.sign-in-once
it.each([
  [WALLET, true, true],
  [WALLET, false, false],
  // The dialog that connects a wallet comes between.
  [null, true, false],
])('is asked for by a button that signs in, of a connected wallet: %s %s', (address, isAsked, expected) => {
  walletSession.set({ ...walletSession.initial, status: 'connected', address })
  void requireSession('get alerts', isAsked)
  expect(commandRequest('signIn')?.isAsked).toBe(expected)
})
