import type { Activity } from '@opal/contract/activities'
import type { TradePayload } from '@opal/domain/payload'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { finishCommand, openConnect } from '../../app/commands.ts'
import type { ChainNode } from '../../entities/wallet/chain-node.ts'
import { readStoredBalance, readStoredWallet, storeBalance, storeWallet } from '../../entities/wallet/stored-wallet.ts'
import { walletActions, walletSession } from '../../entities/wallet/wallet-session.ts'
import { deliverLive } from '../../shared/realtime/live-bus.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { ConnectDialog } from './dialogs/connect-dialog.tsx'
import { useWalletBridge } from './use-wallet-bridge.ts'

// @vitest-environment happy-dom
const YOU = `0x${'a'.repeat(64)}`
const ACCOUNT = { address: { toString: () => YOU }, publicKey: { toString: () => '0xkey' } }
const adapter = vi.hoisted(() => ({
  account: null as unknown,
  wallet: null as unknown,
  network: null as unknown,
  notDetectedWallets: [],
  wallets: [{ name: 'Petra', icon: 'data:,', url: 'https://petra.app/' }],
  connect: vi.fn(async (_name: string) => {}),
  disconnect: vi.fn(async () => {}),
  signAndSubmitTransaction: vi.fn(),
  changeNetwork: vi.fn(async () => {}),
}))
vi.mock('@aptos-labs/wallet-adapter-react', () => ({ useWallet: () => adapter }))

const node: ChainNode = {
  balance: async () => 0n,
  transaction: async () => ({ state: 'unknown' }),
  sequenceNumber: async () => null,
  transactionAt: async () => null,
}
const user = userEvent.setup()
const LOCAL = { name: 'local', chainId: 4 }
const MAINNET = { name: 'mainnet', chainId: 1 }
const CALL = { function: '0x1::a::b' as const, typeArguments: [], functionArguments: [] }

/** Makes the adapter have a connected wallet. */
function connectWallet({ network = null, features = {} }: { network?: object | null; features?: object } = {}): void {
  adapter.account = ACCOUNT
  adapter.wallet = { name: 'Petra', icon: 'data:,', features }
  adapter.network = network
}

function Bridge() {
  const { choices, connect, disconnect } = useWalletBridge('local', node)
  return (
    <>
      <ConnectDialog choices={choices} onConnect={connect} />
      <button type="button" onClick={() => void disconnect()}>
        disconnect
      </button>
      <button type="button" onClick={() => void connect('Petra')}>
        connect again
      </button>
    </>
  )
}

/** The same page again, however often it is rendered. */
function InRouter() {
  return (
    <MemoryRouter>
      <Bridge />
    </MemoryRouter>
  )
}

beforeEach(() => {
  adapter.account = null
  adapter.wallet = null
  adapter.network = null
  adapter.connect.mockReset().mockResolvedValue(undefined)
  adapter.disconnect.mockReset().mockResolvedValue(undefined)
  adapter.signAndSubmitTransaction.mockReset().mockResolvedValue({ hash: '0x1' })
  walletSession.set({ ...walletSession.initial, status: 'disconnected' })
  storeWallet(null)
})
afterEach(() => {
  cleanup()
  finishCommand('openConnect')
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

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
    await expect(sign).rejects.toThrow('The wallet is on another network')
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

describe('the balance', () => {
  // @feature wallet.drawn-at-once
  it('of the connected wallet is stored', async () => {
    connectWallet()
    const balance = vi.spyOn(node, 'balance').mockResolvedValue(5n)
    renderSite(<Bridge />, {})
    await waitFor(() => expect(readStoredBalance()).toBe(5n))
    expect(balance).toHaveBeenCalledWith(YOU)
  })

  // @feature wallet.balance
  it.each<{ visit: bigint | null; earlier: bigint | null; shown: bigint }>([
    { visit: 9n, earlier: 9n, shown: 9n },
    { visit: null, earlier: 5n, shown: 5n },
    { visit: null, earlier: null, shown: 0n },
  ])('is what was read last when it cannot be read: $visit, $earlier', async ({ visit, earlier, shown }) => {
    connectWallet()
    storeWallet({ name: 'Petra', address: YOU, publicKey: '0xkey' })
    if (earlier !== null) storeBalance(earlier)
    const balance = vi.spyOn(node, 'balance').mockResolvedValue(visit)
    renderSite(<Bridge />, {})
    await waitFor(() => expect(walletSession.get().balance).toBe(shown))
    balance.mockResolvedValue(null)
    await walletActions.get()?.refreshBalance()
    expect(walletSession.get().balance).toBe(shown)
    expect(readStoredBalance()).toBe(earlier)
  })

  // @feature wallet.balance
  it('is read again when the browser is online again', async () => {
    connectWallet()
    const balance = vi.spyOn(node, 'balance').mockResolvedValue(null)
    const { unmount } = renderSite(<Bridge />, {})
    await waitFor(() => expect(walletSession.get().balance).toBe(0n))
    balance.mockResolvedValue(5n)
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(walletSession.get().balance).toBe(5n))
    unmount()
    balance.mockClear()
    window.dispatchEvent(new Event('online'))
    expect(balance).not.toHaveBeenCalled()
  })

  // @feature wallet.balance
  it('is read again when a live message says that a listing was bought', async () => {
    connectWallet()
    const balance = vi.spyOn(node, 'balance').mockResolvedValue(1n)
    renderSite(<Bridge />, {})
    await waitFor(() => expect(walletSession.get().balance).toBe(1n))
    balance.mockResolvedValue(9n)
    const activity = { kind: 'sale', from: YOU, to: `0x${'b'.repeat(64)}` } as Activity
    act(() => deliverLive({ kind: 'activity', id: '1', collectionId: null, version: '1', at: '1', activity }))
    await waitFor(() => expect(walletSession.get().balance).toBe(9n))
    expect(readStoredBalance()).toBe(9n)
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

describe('disconnecting', () => {
  // @feature wallet.disconnected
  it("clears stored data, toasts 'Petra Wallet Disconnected Succefully.' and navigates to /", async () => {
    connectWallet()
    const { router } = renderSite(<Bridge />, {})
    await act(() => router.navigate('/activity'))
    await user.click(screen.getByRole('button', { name: 'disconnect' }))
    expect((await screen.findAllByText('Petra Wallet Disconnected Succefully.')).length).toBeGreaterThan(0)
    expect(readStoredWallet()).toBeNull()
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  })

  // @feature wallet.disconnected
  it('does the same once, wherever it starts', async () => {
    adapter.wallet = { name: 'Petra', icon: 'data:,', features: {} }
    const again: { render: () => void } = { render: () => {} }
    function Page() {
      const [, setTimes] = useState(0)
      again.render = () => setTimes((times) => times + 1)
      return <Bridge />
    }
    const { router } = renderSite(<Page />, {})
    for (const [who, disconnect] of [
      ['the extension', async () => {}],
      ['the site', () => user.click(screen.getByRole('button', { name: 'disconnect' }))],
      ['the extension again', async () => {}],
    ] as const) {
      await act(() => router.navigate('/activity'))
      adapter.account = ACCOUNT
      act(() => again.render())
      expect(readStoredWallet()?.address, who).toBe(YOU)
      const visits: string[] = []
      const stop = router.subscribe(({ location }) => visits.push(location.pathname))
      adapter.disconnect.mockImplementation(async () => {
        adapter.account = null
        act(() => again.render())
      })
      await disconnect()
      adapter.account = null
      act(() => again.render())
      await waitFor(() => expect(router.state.location.pathname, who).toBe('/'))
      expect(readStoredWallet(), who).toBeNull()
      expect(visits, who).toEqual(['/'])
      stop()
    }
    expect(walletSession.get().address).toBeNull()
  })

  // @feature wallet.disconnect-failed
  it("toasts 'An error occurred while disconnecting wallet.' when it fails", async () => {
    adapter.disconnect.mockRejectedValue(new Error('no'))
    renderSite(<Bridge />, {})
    await user.click(screen.getByRole('button', { name: 'disconnect' }))
    await screen.findByText('An error occurred while disconnecting wallet.')
  })
})
