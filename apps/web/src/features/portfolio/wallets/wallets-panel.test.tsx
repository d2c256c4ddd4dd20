import { NO_PNL } from '@opal/contract/portfolio/pnl'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { ApiFailure, renderSite } from '../../../testing/render-site.tsx'
import { ME } from '../../../testing/testing-item.ts'
import { addOwnWallet, MAX_WALLETS, ownWallets } from './own-wallets.ts'
import WalletsPanel from './wallets-panel.tsx'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
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
