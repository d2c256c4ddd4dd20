import { NO_PNL } from '@opal/contract/portfolio/pnl'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiFailure, renderSite } from '../../../testing/render-site.tsx'
import { ME } from '../../../testing/testing-item.ts'
import { addOwnWallet, MAX_WALLETS, ownWallets } from './own-wallets.ts'
import WalletsPanel from './wallets-panel.tsx'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  localStorage.clear()
  ownWallets.set([])
})

const walletAt = (at: number) => `0x${String(at).padStart(2, '0').repeat(32)}`

// @feature portfolio.wallets
it('gives back a wallet that was removed by mistake', async () => {
  for (const at of [1, 2]) addOwnWallet(walletAt(at))
  renderSite(<WalletsPanel shown={ME} />, {})
  await userEvent.click(await screen.findByRole('button', { name: /^Remove 0x0101/ }))
  expect(ownWallets.get()).toEqual([walletAt(2)])
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(ownWallets.get()).toEqual([walletAt(2), walletAt(1)])
})

// @feature portfolio.wallets
it.each([MAX_WALLETS - 1, MAX_WALLETS])(
  'says where there is no room for the wallet that is shown, next to %i',
  async (count) => {
    for (let at = 1; at <= count; at += 1) addOwnWallet(walletAt(at))
    renderSite(<WalletsPanel shown={ME} />, {})
    await userEvent.click(await screen.findByRole('button', { name: 'Add this wallet' }))
    const isFull = count === MAX_WALLETS
    expect(ownWallets.get().includes(ME)).toBe(!isFull)
    if (isFull) await screen.findByText('You can save up to 20 wallets.')
  },
)

// @feature portfolio.wallets
it.each([
  ['loaded', false, ['2 APT', '3 APT', '5 APT']],
  ['not loaded', true, ['2 APT', '-', '-']],
] as const)('adds up no wallet whose summary is %s as if it were empty', async (_, isDown, values) => {
  let isFailing: boolean = isDown
  for (const at of [1, 2]) addOwnWallet(walletAt(at))
  const worth = (estimatedPrice: string) => ({ ...NO_PNL, totalCount: '1', estimatedPrice })
  renderSite(<WalletsPanel shown={ME} />, {
    [`/data/user/pnl/${walletAt(1)}`]: () => worth('200000000'),
    [`/data/user/pnl/${walletAt(2)}`]: () => {
      if (isFailing) throw new ApiFailure(503, 'down')
      return worth('300000000')
    },
  })
  const shown = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.querySelectorAll('td')[3])
      .map((cell) => cell?.querySelector('[title]')?.getAttribute('title') ?? cell?.textContent)
  await waitFor(() => expect(shown()).toEqual(values))
  if (!isDown) return expect(screen.queryByRole('alert')).toBeNull()
  expect((await screen.findByRole('alert')).textContent).toBe('Couldn’t load 1 wallet.Try again')
  isFailing = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(shown()).toEqual(['2 APT', '3 APT', '5 APT']))
  expect(screen.queryByRole('alert')).toBeNull()
})

// @feature portfolio.wallets
it('shows within a minute what the market has made of the sums', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  for (const at of [1, 2]) addOwnWallet(walletAt(at))
  let estimatedPrice = '200000000'
  const worth = () => ({ ...NO_PNL, totalCount: '1', estimatedPrice })
  const { container } = renderSite(<WalletsPanel shown={ME} />, {
    [`/data/user/pnl/${walletAt(1)}`]: worth,
    [`/data/user/pnl/${walletAt(2)}`]: worth,
  })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const titles = async () => {
    await pass(10)
    return [...container.querySelectorAll('td [title]')].map((cell) => cell.getAttribute('title'))
  }
  await expect.poll(titles).toContain('4 APT')
  estimatedPrice = '300000000'
  await pass(60_000)
  await expect.poll(titles).toContain('6 APT')
})
