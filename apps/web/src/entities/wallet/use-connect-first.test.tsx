// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import * as fc from 'fast-check'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { commandRequest, finishCommand } from '../../app/commands.ts'
import { useStore } from '../../shared/hooks/store.ts'
import { storeWallet } from './stored-wallet.ts'
import { useConnectFirst } from './use-connect-first.ts'
import { type WalletSession, walletSession } from './wallet-session.ts'

const { showToast, hideToast } = vi.hoisted(() => {
  const hideToast = vi.fn()
  return { showToast: vi.fn(async (_message: string, _kind?: string) => hideToast), hideToast }
})
vi.mock('@opal/ui/feedback/show-toast', () => ({ showToast }))

const YOU = `0x${'a'.repeat(64)}`
const giveUp = vi.fn()
function Trade() {
  const { address } = useStore(walletSession)
  const [isWanted, setWanted] = useState(true)
  useConnectFirst(isWanted && address === null, () => {
    giveUp()
    setWanted(false)
  })
  return null
}
const become = (status: WalletSession['status']) =>
  walletSession.set((before) => ({ ...before, status, address: status === 'connected' ? YOU : null }))
const isAsked = () => commandRequest('openConnect') !== null

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  reset()
  vi.useRealTimers()
})
function reset() {
  cleanup()
  finishCommand('openConnect')
  walletSession.set(walletSession.initial)
  localStorage.clear()
  giveUp.mockClear()
  showToast.mockClear()
  hideToast.mockClear()
}

// @feature wallet.asked-for
it('asks for a wallet only once the one of the last visit has not come, however long it takes, and says until then that it is awaited', async () => {
  const onItsWay = fc.array(fc.constantFrom('waiting' as const, 'restoring' as const, 'connecting' as const), {
    minLength: 1,
    maxLength: 3,
  })
  await fc.assert(
    fc.asyncProperty(
      onItsWay,
      fc.constantFrom('connected' as const, 'disconnected' as const),
      fc.nat(999),
      async (way, end, ms) => {
        reset()
        storeWallet({ name: 'Petra', address: YOU, publicKey: '0x00' })
        become(way[0] ?? 'waiting')
        render(<Trade />)
        for (const status of way) {
          act(() => become(status))
          expect(isAsked()).toBe(false)
        }
        act(() => vi.advanceTimersByTime(ms))
        expect(showToast.mock.calls).toEqual(ms < 500 ? [] : [['Connecting your wallet', 'info']])
        await act(async () => {})
        expect(hideToast).not.toHaveBeenCalled()
        await act(async () => become(end))
        expect(hideToast).toHaveBeenCalledTimes(ms < 500 ? 0 : 1)
        expect(isAsked()).toBe(end === 'disconnected')
        expect(giveUp).not.toHaveBeenCalled()
        if (end === 'connected') return
        // The wallet is asked, and declines, after the dialog was closed: it does not open again.
        act(() => become('connecting'))
        act(() => finishCommand('openConnect'))
        act(() => become('disconnected'))
        expect([isAsked(), giveUp.mock.calls.length]).toEqual([false, 1])
      },
    ),
    { numRuns: 60 },
  )
})

// @feature wallet.asked-for
it.each(['before', 'after'])('leaves no dialog open where the wallet connects %s it is asked for', (when) => {
  function Wallet() {
    useEffect(() => {
      if (when === 'before') become('connected')
    }, [])
    return null
  }
  become('disconnected')
  render(
    <>
      <Wallet />
      <Trade />
    </>,
  )
  expect(isAsked()).toBe(when === 'after')
  act(() => become('connected'))
  expect(isAsked()).toBe(false)
})
