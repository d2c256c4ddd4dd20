// @vitest-environment happy-dom
import { NO_PNL } from '@opal/contract/portfolio/pnl'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { commandRequest, finishCommand } from '../../../app/commands.ts'
import { ownCosts } from '../../../entities/token/own-costs.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { formatAddress } from '../../../shared/format/name.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { ME, testingItem } from '../../../testing/testing-item.ts'
import { PortfolioSummary } from '../summary/portfolio-summary.tsx'
import { ownWallets } from './own-wallets.ts'
import WalletsPanel from './wallets-panel.tsx'

const OTHER = `0x${'b2'.repeat(32)}`
const item = (digit: string, estimatedPrice: string) =>
  testingItem(`0x${digit.repeat(64)}`, { name: `Stone #${digit}`, estimatedPrice })

/** Opens the panel of two wallets: one holds stones 1 and 2, the other stone 3. */
function openPanel(): void {
  localStorage.setItem('opal.wallets', JSON.stringify([ME, OTHER]))
  const page =
    (...data: object[]) =>
    () => ({ data, nextCursor: null, total: data.length })
  renderSite(<WalletsPanel shown={ME} />, {
    [`/data/user/tokens/${ME}`]: page(item('1', '300000000'), item('2', '100000000')),
    [`/data/user/tokens/${OTHER}`]: page(item('3', '200000000')),
  })
}

afterEach(() => {
  cleanup()
  localStorage.clear()
  ownWallets.set([])
  ownCosts.set([])
  finishCommand('openTrade')
  finishCommand('openConnect')
  walletSession.set(walletSession.initial)
})

// @feature portfolio.wallets-merged
it('shows the items of all wallets in one list by value, each with its wallet', async () => {
  openPanel()
  const panel = screen.getByRole('region', { name: 'My wallets' })
  fireEvent.click(await screen.findByRole('button', { name: 'All items' }))
  // By this the style sheet hides the tabs of the wallet that is shown.
  expect(panel.hasAttribute('data-merged')).toBe(true)
  const table = await screen.findByRole('table', { name: 'Items of my wallets' })
  await within(table).findByTitle('Stone #1')
  const names = within(table).getAllByTitle(/^Stone/)
  expect(names.map(({ title }) => title)).toEqual(['Stone #1', 'Stone #3', 'Stone #2'])
  // A phone has no room for the column of wallets.
  expect(within(table).getByRole('columnheader', { name: 'Wallet' }).dataset.priority).toBe('2')
  const holders = names.map((name) => name.closest('td')?.textContent?.match(/0x[^ ]+/)?.[0])
  expect(holders).toEqual([ME, OTHER, ME].map((address) => formatAddress(address)))
  const links = within(table)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
  expect(links.filter((href) => href === `/${OTHER}`)).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'All items' }))
  expect(panel.hasAttribute('data-merged')).toBe(false)
  expect(screen.queryByRole('table', { name: 'Items of my wallets' })).toBeNull()
})

// @feature portfolio.own-cost
it('shows the costs that were set by hand, of each wallet its own', async () => {
  openPanel()
  ownCosts.set([{ wallet: OTHER, tokenDataId: `0x${'3'.repeat(64)}`, octas: '500000000' }])
  fireEvent.click(await screen.findByRole('button', { name: 'All items' }))
  const change = await screen.findByRole('button', { name: /^Change cost of Stone #3/ })
  expect(change.textContent).toMatch(/5.*own$/)
  screen.getByRole('button', { name: 'Set cost of Stone #1' })
})

const LONG_NAME = 'averylongnameofacollector.apt'

// @feature portfolio.own-cost, portfolio.wallets
it.each([
  ['connected', ME],
  ['added', OTHER],
])('says the same cost of a wallet in its own summary and among My wallets: %s', async (_, wallet) => {
  localStorage.setItem('opal.wallets', JSON.stringify([ME, OTHER]))
  walletSession.set((before) => ({ ...before, status: 'connected', address: ME }))
  const pnl = { ...NO_PNL, costPrice: '400000000', unrealizedPNL: '100000000', unknownCostCount: '1', totalCount: '2' }
  const stone = item('3', '250000000')
  localStorage.setItem('opal.costs', JSON.stringify([{ wallet, tokenDataId: stone.tokenDataId, octas: '200000000' }]))
  renderSite(
    <>
      <PortfolioSummary wallet={wallet} name="x" pnl={pnl} isFolded={false} />
      <WalletsPanel shown={wallet} />
    </>,
    {
      ...Object.fromEntries([ME, OTHER].map((each) => [`/data/user/pnl/${each}`, () => pnl])),
      [`/data/user/tokens/${wallet}`]: () => ({ data: [stone], nextCursor: null, total: 1 }),
    },
  )
  // 4 APT and the own 2; of both wallets 8 and 2.
  await waitFor(() => expect(screen.getAllByTitle('6 APT')).toHaveLength(2))
  expect(screen.getAllByTitle('10 APT')).toHaveLength(1)
})

// @feature portfolio.wallets
it('shows the whole name of a wallet, which has a column of its own', async () => {
  localStorage.setItem('opal.wallets', JSON.stringify([ME, OTHER]))
  renderSite(<WalletsPanel shown={ME} />, {
    '/data/user/names': () => ({ data: [{ wallet_address: OTHER, name: LONG_NAME, is_wallet_address: true }] }),
  })
  await screen.findByRole('link', { name: LONG_NAME })
})

// @feature portfolio.wallets-merged
it('selects what the connected account holds, and offers to switch to the account of the rest', async () => {
  walletSession.set((before) => ({ ...before, status: 'connected', address: ME }))
  openPanel()
  fireEvent.click(await screen.findByRole('button', { name: 'All items' }))
  await screen.findByTitle('Stone #1')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }))
  expect(screen.queryByRole('checkbox', { name: 'Select Stone #3' })).toBeNull()
  const bar = await screen.findByRole('toolbar', { name: 'Selected items' })
  expect(bar.textContent).toContain('2 selected')
  fireEvent.click(within(bar).getByRole('button', { name: /^List/ }))
  expect(commandRequest('openTrade')).toMatchObject({
    kind: 'list',
    tokens: [{ name: 'Stone #1' }, { name: 'Stone #2' }],
  })
  fireEvent.click(screen.getByRole('button', { name: 'Switch account: 0xb2b2…b2b2 holds Stone #3' }))
  expect(commandRequest('openConnect')).toBe(true)
})
