// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { finishCommand, openTrade } from '../../app/commands.ts'
import { storeWallet } from '../../entities/wallet/stored-wallet.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { WalletHost } from './wallet-host.tsx'

vi.mock('./wallet-runtime.tsx', () => ({ default: () => <p>wallets are looked for</p> }))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const isLookedFor = () => screen.queryByText('wallets are looked for') !== null

// @feature shell.wallet-late, wallet.stored
it('reconnects the previous wallet a second after the page loads, and no other', async () => {
  const { unmount } = renderSite(<WalletHost />, {})
  await pass(5_000)
  expect(isLookedFor()).toBe(false)
  unmount()
  storeWallet({ name: 'Opal Dev Wallet', address: `0x${'1'.padStart(64, '0')}`, publicKey: '0x00' })
  renderSite(<WalletHost />, {})
  await pass(999)
  expect(isLookedFor()).toBe(false)
  await pass(1)
  await vi.dynamicImportSettled()
  await pass(0)
  expect(isLookedFor()).toBe(true)
})

// @feature shell.wallet-late
it('reconnects the previous wallet at once where a trade waits for it', async () => {
  storeWallet({ name: 'Opal Dev Wallet', address: `0x${'1'.padStart(64, '0')}`, publicKey: '0x00' })
  renderSite(<WalletHost />, {})
  await pass(100)
  expect(isLookedFor()).toBe(false)
  openTrade({ kind: 'buy', tokens: [] })
  await pass(1)
  await vi.dynamicImportSettled()
  await pass(0)
  expect(isLookedFor()).toBe(true)
  finishCommand('openTrade')
})
