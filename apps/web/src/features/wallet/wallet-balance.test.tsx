import type { Activity } from '@opal/contract/activities'
import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readStoredBalance, storeBalance, storeWallet } from '../../entities/wallet/stored-wallet.ts'
import { walletActions, walletSession } from '../../entities/wallet/wallet-session.ts'
import { deliverLive } from '../../shared/realtime/live-bus.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { Bridge, beginWithoutWallet, node, resetBridge } from './testing/bridge.tsx'
import { connectWallet, YOU } from './testing/wallet-adapter.ts'

// @vitest-environment happy-dom
vi.mock('@aptos-labs/wallet-adapter-react', async () => {
  const { adapter } = await import('./testing/wallet-adapter.ts')
  return { useWallet: () => adapter }
})

beforeEach(beginWithoutWallet)
afterEach(resetBridge)

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
