import type { TradePayload } from '@opal/domain/payload'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openConnect } from '../../app/commands.ts'
import { readStoredWallet, storeWallet } from '../../entities/wallet/stored-wallet.ts'
import { walletActions, walletSession } from '../../entities/wallet/wallet-session.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { Bridge, beginWithoutWallet, resetBridge } from './testing/bridge.tsx'
import { adapter, connectWallet, YOU } from './testing/wallet-adapter.ts'

// @vitest-environment happy-dom
vi.mock('@aptos-labs/wallet-adapter-react', async () => {
  const { adapter } = await import('./testing/wallet-adapter.ts')
  return { useWallet: () => adapter }
})

const user = userEvent.setup()
const LOCAL = { name: 'local', chainId: 4 }
const MAINNET = { name: 'mainnet', chainId: 1 }
const CALL = { function: '0x1::a::b' as const, typeArguments: [], functionArguments: [] }

/** The same page again, however often it is rendered. */
function InRouter() {
  return (
    <MemoryRouter>
      <Bridge />
    </MemoryRouter>
  )
}

beforeEach(beginWithoutWallet)
afterEach(resetBridge)

describe('connecting', () => {
  // @feature wallet.connect-failed
  it.each([
    [{}, 'Connection Refused'],
    ['[object Object]', 'Connection Refused'],
    [new Error('Petra is locked'), 'Petra is locked'],
  ])('that fails with %j toasts %s', async (error, text) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    adapter.connect.mockRejectedValue(error)
    openConnect()
    renderSite(<Bridge />, {})
    await user.click(await screen.findByRole('button', { name: /Petra/ }))
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
    expect(log).toHaveBeenCalledWith('Couldn’t connect the wallet.', error)
    expect(walletSession.get().status).toBe('disconnected')
  })

  // @feature wallet.connect-once
  it("ignores a second call while one runs and logs 'connectWallet has already been executed.'", async () => {
    const log = vi.spyOn(console, 'info').mockImplementation(() => {})
    adapter.connect.mockReturnValue(new Promise(() => {}))
    renderSite(<Bridge />, {})
    await user.click(screen.getByRole('button', { name: 'connect again' }))
    await user.click(screen.getByRole('button', { name: 'connect again' }))
    expect(adapter.connect).toHaveBeenCalledTimes(1)
    expect(log).toHaveBeenCalledWith('connectWallet has already been executed.')
  })

  // @feature wallet.connect-once
  it('disconnects while a wallet is connected', async () => {
    connectWallet()
    renderSite(<Bridge />, {})
    await user.click(screen.getByRole('button', { name: 'connect again' }))
    expect(adapter.connect).not.toHaveBeenCalled()
    expect(adapter.disconnect).toHaveBeenCalledTimes(1)
  })

  // @feature wallet.init-failed
  it('shows the error of a previous wallet that does not reconnect', async () => {
    storeWallet({ name: 'Petra', address: YOU, publicKey: '0xkey' })
    vi.spyOn(console, 'error').mockImplementation(() => {})
    adapter.connect.mockRejectedValue(new Error('The wallet is broken'))
    renderSite(<Bridge />, {})
    await screen.findByText('The wallet is broken')
    expect(adapter.connect).toHaveBeenCalledWith('Petra')
    expect(walletSession.get().address).toBeNull()
  })
})

describe('a connected wallet', () => {
  // @feature wallet.stored
  it('is stored by name, address and public key', async () => {
    connectWallet()
    renderSite(<Bridge />, {})
    await waitFor(() => expect(readStoredWallet()).toEqual({ name: 'Petra', address: YOU, publicKey: '0xkey' }))
  })

  // @feature wallet.account-change
  it('switches its account as soon as it announces another', async () => {
    connectWallet()
    const { rerender } = render(<InRouter />)
    await waitFor(() => expect(walletSession.get().address).toBe(YOU))
    const other = `0x${'b'.repeat(64)}`
    adapter.account = { address: { toString: () => other }, publicKey: { toString: () => '0xother' } }
    rerender(<InRouter />)
    await waitFor(() => expect(walletSession.get().address).toBe(other))
    expect(readStoredWallet()).toEqual({ name: 'Petra', address: other, publicKey: '0xother' })
  })

  // @feature wallet.network-change
  it('is not stored on another network', async () => {
    storeWallet({ name: 'Petra', address: YOU, publicKey: '0xkey' })
    connectWallet({ network: MAINNET })
    renderSite(<Bridge />, {})
    await waitFor(() => expect(readStoredWallet()).toBeNull())
    expect(walletSession.get().wrongNetwork).toBe(true)
  })
})

describe('a request to sign', () => {
  // @feature trade.checked-twice, wallet.network-change
  it.each([
    ['before', MAINNET],
    ['while', LOCAL],
  ])('asks the wallet for nothing where it switches to another network %s it is prepared', async (when, network) => {
    connectWallet({ network })
    renderSite(<Bridge />, {})
    await waitFor(() => expect(walletSession.get().address).toBe(YOU))
    const sign = walletActions.get()?.signAndSubmit(CALL, null, YOU)
    if (when === 'while') walletSession.set((before) => ({ ...before, wrongNetwork: true }))
    await expect(sign).rejects.toThrow('Your wallet is on another network. Nothing was sent.')
    expect(adapter.signAndSubmitTransaction).not.toHaveBeenCalled()
  })

  // @feature trade.checked-twice, wallet.account-change
  it.each([
    ['a call', CALL],
    ['a script', { type: 'script', bytes: '0x02a11c0000' }],
  ] as const)('asks the wallet for nothing where it switches accounts while %s is prepared', async (_, payload) => {
    connectWallet({ network: LOCAL })
    renderSite(<Bridge />, {})
    await waitFor(() => expect(walletSession.get().address).toBe(YOU))
    const sign = walletActions.get()?.signAndSubmit(structuredClone(payload) as TradePayload, null, YOU)
    walletSession.set((before) => ({ ...before, address: `0x${'b'.repeat(64)}` }))
    await expect(sign).rejects.toThrow('Your wallet switched accounts. Nothing was sent.')
    expect(adapter.signAndSubmitTransaction).not.toHaveBeenCalled()
  })

  // @feature trade.unanswered
  it.each([undefined, null, '', 'submitted', 'ab'.repeat(32), `0x${'ab'.repeat(33)}`, 7])(
    'is not taken as sent by an answer without a hash: %s',
    async (hash) => {
      connectWallet({ network: LOCAL })
      adapter.signAndSubmitTransaction.mockResolvedValue({ hash })
      renderSite(<Bridge />, {})
      await waitFor(() => expect(walletActions.get()).not.toBeNull())
      await expect(walletActions.get()?.signAndSubmit(CALL, null, YOU)).rejects.toThrow(
        'it returned no transaction hash',
      )
    },
  )

  // @feature trade.gas-held, trade.signed-in-time
  it('passes the gas limit and the expiration time to the wallet', async () => {
    connectWallet({ network: LOCAL })
    renderSite(<Bridge />, {})
    await waitFor(() => expect(walletActions.get()).not.toBeNull())
    await walletActions.get()?.signAndSubmit(CALL, 1_234, YOU)
    const [{ options }] = adapter.signAndSubmitTransaction.mock.lastCall as [{ options: Record<string, number> }]
    expect(options).toMatchObject({ maxGasAmount: 1_234 })
    expect((options.expireTimestamp ?? Infinity) * 1_000 - Date.now()).toBeLessThanOrEqual(120_000)
  })
})

// @feature trade.wallet-deadline
describe('a wallet with expiration times of its own', () => {
  it.each([
    ['1.1.0', true],
    ['1.0.0', false],
    [null, false],
  ] as const)('with version %s of the call that signs and sends: %s', async (version, expected) => {
    const features = version === null ? {} : { 'aptos:signAndSubmitTransaction': { version } }
    connectWallet({ features, network: LOCAL })
    renderSite(<Bridge />, {})
    await waitFor(() => expect(walletSession.get().address).toBe(YOU))
    expect(walletActions.get()?.setsOwnDeadline).toBe(expected)
  })
})
