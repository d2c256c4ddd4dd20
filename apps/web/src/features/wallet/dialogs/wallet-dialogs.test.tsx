import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { commandRequest, finishCommand, openConnect, openDisconnect } from '../../../app/commands.ts'
import type { ChainNode } from '../../../entities/wallet/chain-node.ts'
import {
  readStoredBalance,
  readStoredWallet,
  STORED_WALLET_SCRIPT,
  storeBalance,
  storeWallet,
} from '../../../entities/wallet/stored-wallet.ts'
import { walletActions, walletSession } from '../../../entities/wallet/wallet-session.ts'
import { FOLLOWED_ACTION, siteActions } from '../../../shared/hooks/site-actions.ts'
import { hydrateSite, renderSite } from '../../../testing/render-site.tsx'
import { useWalletBridge } from '../use-wallet-bridge.ts'
import { walletChoices } from '../wallet-choices.ts'
import { WalletHost } from '../wallet-host.tsx'
import { ConnectDialog } from './connect-dialog.tsx'
import { DisconnectDialog } from './disconnect-dialog.tsx'
import { WalletButton } from './wallet-button.tsx'

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

function Bridge() {
  const { choices, connect, disconnect } = useWalletBridge('local', node)
  return (
    <>
      <ConnectDialog choices={choices} onConnect={connect} />
      <button type="button" onClick={() => void disconnect()}>
        let go
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

describe('the connect dialog', () => {
  // @feature wallet.connect-dialog, wallet.terms, wallet.obsolete, wallet.groups
  it('lists ten wallets, marks the discontinued ones, and shows the notice', () => {
    openConnect()
    renderSite(<ConnectDialog choices={walletChoices([])} onConnect={async () => {}} />, {})
    const names = screen.getAllByRole('listitem').map((item) => item.textContent ?? '')
    const ten = [
      ...['Petra', 'Continue with Google', 'Backpack', 'OKX Wallet', 'Rise'],
      ...['Pontem', 'Fewcha', 'TrustWallet', 'MSafe', 'Spika'],
    ]
    expect(names).toHaveLength(10)
    for (const name of ten) expect(names.filter((text) => text.includes(name))).toHaveLength(1)
    expect(names.filter((text) => text.includes('Preferred'))).toEqual([names.find((text) => text.includes('Petra'))])
    expect(names.filter((name) => name.includes('Discontinued'))).toHaveLength(3)
    // The discontinued ones stay out of sight, with everything that is not there, until somebody asks for more.
    const more = screen.getByText('More wallets').closest('details')
    expect(more?.open).toBe(false)
    const hidden = [...(more?.querySelectorAll('li') ?? [])].map((item) => item.textContent ?? '')
    expect(hidden).toHaveLength(8)
    expect(hidden.slice(-3).every((name) => name.includes('Discontinued'))).toBe(true)
    const disabled = screen
      .getAllByRole<HTMLButtonElement>('button', { hidden: true })
      .filter((button) => button.disabled)
    expect(disabled.map((button) => button.textContent)).toEqual(hidden.slice(-3))
    for (const name of ['Terms of Service', 'Privacy Policy']) {
      expect(screen.getByRole('link', { name }).getAttribute('target')).toBe('_blank')
    }
  })

  // @feature wallet.install
  it('opens the install page of a missing wallet after 1 second', () => {
    vi.useFakeTimers()
    const open = vi.fn()
    vi.stubGlobal('open', open)
    openConnect()
    renderSite(<ConnectDialog choices={walletChoices([])} onConnect={async () => {}} />, {})
    act(() => screen.getByText('Backpack').click())
    vi.advanceTimersByTime(999)
    expect(open).not.toHaveBeenCalled()
    act(() => vi.advanceTimersByTime(1))
    expect(open).toHaveBeenCalledWith('https://backpack.app/download', '_blank', 'noopener')
  })
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
    expect(log).toHaveBeenCalledWith('The wallet could not be connected.', error)
    expect(walletSession.get().status).toBe('disconnected')
  })

  // @feature wallet.connect-once
  it("ignores a second call meanwhile and logs 'connectWallet has already been executed.'", async () => {
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
    adapter.account = ACCOUNT
    adapter.wallet = { name: 'Petra', icon: 'data:,', features: {} }
    renderSite(<Bridge />, {})
    await user.click(screen.getByRole('button', { name: 'connect again' }))
    expect(adapter.connect).not.toHaveBeenCalled()
    expect(adapter.disconnect).toHaveBeenCalledTimes(1)
  })

  // @feature wallet.kept
  it('stores name, address and public key', async () => {
    adapter.account = ACCOUNT
    adapter.wallet = { name: 'Petra', icon: 'data:,', features: {} }
    renderSite(<Bridge />, {})
    await waitFor(() => expect(readStoredWallet()).toEqual({ name: 'Petra', address: YOU, publicKey: '0xkey' }))
  })

  // @feature wallet.account-change
  it('switches the account at once when the wallet announces it', async () => {
    adapter.account = ACCOUNT
    adapter.wallet = { name: 'Petra', icon: 'data:,', features: {} }
    const { rerender } = render(<InRouter />)
    await waitFor(() => expect(walletSession.get().address).toBe(YOU))
    const other = `0x${'b'.repeat(64)}`
    adapter.account = { address: { toString: () => other }, publicKey: { toString: () => '0xother' } }
    rerender(<InRouter />)
    await waitFor(() => expect(walletSession.get().address).toBe(other))
    expect(readStoredWallet()).toEqual({ name: 'Petra', address: other, publicKey: '0xother' })
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

  // @feature wallet.network-change
  it('stores nothing on another network', async () => {
    storeWallet({ name: 'Petra', address: YOU, publicKey: '0xkey' })
    adapter.account = ACCOUNT
    adapter.wallet = { name: 'Petra', icon: 'data:,', features: {} }
    adapter.network = { name: 'mainnet', chainId: 1 }
    renderSite(<Bridge />, {})
    await waitFor(() => expect(readStoredWallet()).toBeNull())
    expect(walletSession.get().wrongNetwork).toBe(true)
  })

  // @feature trade.checked-twice, wallet.network-change
  it('asks the wallet for nothing on another network, also after a switch during the quote', async () => {
    adapter.account = ACCOUNT
    adapter.wallet = { name: 'Petra', icon: 'data:,', features: {} }
    adapter.network = { name: 'mainnet', chainId: 1 }
    renderSite(<Bridge />, {})
    await waitFor(() => expect(walletActions.get()).not.toBeNull())
    const payload = { function: '0x1::a::b', typeArguments: [], functionArguments: [] } as const
    const sign = walletActions.get()?.signAndSubmit({ ...payload, typeArguments: [], functionArguments: [] }, null)
    await expect(sign).rejects.toThrow('The wallet is on another network')
    expect(adapter.signAndSubmitTransaction).not.toHaveBeenCalled()
  })

  // @feature trade.gas-held, trade.signed-in-time
  it('passes the gas limit and the expiration time to the wallet', async () => {
    adapter.account = ACCOUNT
    adapter.wallet = { name: 'Petra', icon: 'data:,', features: {} }
    adapter.network = { name: 'local', chainId: 4 }
    adapter.signAndSubmitTransaction.mockResolvedValue({ hash: '0x1' })
    renderSite(<Bridge />, {})
    await waitFor(() => expect(walletActions.get()).not.toBeNull())
    const payload = { function: '0x1::a::b', typeArguments: [], functionArguments: [] } as const
    await walletActions.get()?.signAndSubmit({ ...payload, typeArguments: [], functionArguments: [] }, 1_234)
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
    adapter.account = ACCOUNT
    adapter.wallet = { name: 'Petra', icon: 'data:,', features }
    adapter.network = { name: 'local', chainId: 4 }
    renderSite(<Bridge />, {})
    await waitFor(() => expect(walletSession.get().address).toBe(YOU))
    expect(walletActions.get()?.setsOwnDeadline).toBe(expected)
  })
})

describe('disconnecting', () => {
  // @feature wallet.disconnected
  it("clears stored data, toasts 'Petra Wallet Disconnected Succefully.' and navigates to /", async () => {
    adapter.account = ACCOUNT
    adapter.wallet = { name: 'Petra', icon: 'data:,', features: {} }
    const { router } = renderSite(<Bridge />, {})
    await act(() => router.navigate('/activity'))
    await user.click(screen.getByRole('button', { name: 'let go' }))
    expect((await screen.findAllByText('Petra Wallet Disconnected Succefully.')).length).toBeGreaterThan(0)
    expect(readStoredWallet()).toBeNull()
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  })

  // @feature wallet.disconnected
  it('does the same once when it starts in the extension', async () => {
    adapter.wallet = { name: 'Petra', icon: 'data:,', features: {} }
    const again: { render: () => void } = { render: () => {} }
    function Page() {
      const [, setTimes] = useState(0)
      again.render = () => setTimes((times) => times + 1)
      return <Bridge />
    }
    const { router } = renderSite(<Page />, {})
    for (const [who, letGo] of [
      ['the extension', async () => {}],
      ['the site', () => user.click(screen.getByRole('button', { name: 'let go' }))],
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
      await letGo()
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
    await user.click(screen.getByRole('button', { name: 'let go' }))
    await screen.findByText('An error occurred while disconnecting wallet.')
  })

  // @feature wallet.disconnect-dialog
  it("is offered in a dialog with the wallet's address", async () => {
    walletSession.set((before) => ({ ...before, address: YOU, walletName: 'Petra' }))
    openDisconnect()
    const onDisconnect = vi.fn(async () => {})
    render(<DisconnectDialog onDisconnect={onDisconnect} />)
    screen.getByText(YOU)
    await user.click(screen.getByRole('button', { name: 'Disconnect Wallet' }))
    expect(onDisconnect).toHaveBeenCalledTimes(1)
  })
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
  it('marks the page of a remembered wallet before it is painted, and no other', () => {
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

  // @feature wallet.drawn-at-once
  it('remembers the balance of the connected wallet alone, and forgets it with the wallet', async () => {
    adapter.account = ACCOUNT
    adapter.wallet = { name: 'Petra', icon: 'data:,', features: {} }
    const balance = vi.spyOn(node, 'balance').mockResolvedValue(5n)
    renderSite(<Bridge />, {})
    await waitFor(() => expect(readStoredBalance()).toBe(5n))
    expect(balance).toHaveBeenCalledWith(YOU)
    storeWallet({ name: 'Petra', address: YOU, publicKey: '0xkey' })
    expect(readStoredBalance()).toBe(5n)
    storeWallet({ name: 'Petra', address: `0x${'b'.repeat(64)}`, publicKey: '0xother' })
    expect(readStoredBalance()).toBeNull()
    storeBalance(7n)
    storeWallet(null)
    expect(readStoredBalance()).toBeNull()
  })

  it('has a menu with balance, Portfolio and Disconnect Wallet when connected', async () => {
    walletSession.set((before) => ({
      ...before,
      ...{ status: 'connected' as const, address: YOU, walletName: 'Petra', balance: 123_456_789n },
    }))
    renderSite(<WalletButton />, {})
    await user.click(await screen.findByRole('button', { name: 'Wallet, balance 1.23 APT' }))
    const portfolio = await screen.findByRole('menuitem', { name: 'Portfolio' })
    // Phones have no room for it in the button.
    expect(portfolio.closest('[role="menu"]')?.textContent).toContain('1.23 APT')
    screen.getByRole('menuitem', { name: 'Disconnect Wallet' })
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
})
