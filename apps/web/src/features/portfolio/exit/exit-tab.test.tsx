// @vitest-environment happy-dom
import type { EndpointInput } from '@opal/contract/http/endpoint'
import type { ExitItem, planPortfolioExit } from '@opal/contract/portfolio/exit'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { commandRequest, finishCommand } from '../../../app/commands.ts'
import { ownCosts, setOwnCost } from '../../../entities/token/own-costs.ts'
import { storeWallet } from '../../../entities/wallet/stored-wallet.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { ApiFailure, renderSite } from '../../../testing/render-site.tsx'
import { ME } from '../../../testing/testing-item.ts'
import { DEFAULT_PORTFOLIO_VIEW } from '../portfolio-view.ts'
import { testingAskedListing, testingExitItem } from '../testing/testing-exit.ts'
import { addOwnWallet, ownWallets } from '../wallets/own-wallets.ts'
import ExitTab from './exit-tab.tsx'
import { heldItems } from './held-items.ts'

const PATH = '/data/user/exit'
const SECOND = `0x${'5e'.repeat(32)}`
const PATIENT = { timeout: 15_000 }
const idOf = (digit: string) => `0x${digit.repeat(64)}`
const ITEMS: readonly ExitItem[] = [
  testingExitItem(idOf('1'), '300000000', {
    ...{ name: 'Stone #1', costPrice: '400000000', floorPrice: '310000000', listing: testingAskedListing('309000000') },
  }),
  testingExitItem(idOf('2'), '200000000', { name: 'Stone #2', costPrice: '150000000', floorPrice: '310000000' }),
  testingExitItem(idOf('3'), '100000000', {
    ...{ name: 'Stone #3', choice: 'list', listing: testingAskedListing('309000000'), floorPrice: '310000000' },
  }),
  testingExitItem(idOf('4'), null, { name: 'Stone #4', holdReason: 'frozen' }),
]
const PROCEEDS = ['300000000', '500000000', '600000000']

function Tab() {
  const [view, setView] = useState({ ...DEFAULT_PORTFOLIO_VIEW, tab: 'exit' as const })
  return <ExitTab wallet={ME} view={view} onViewChange={(next) => setView({ ...next, tab: 'exit' })} />
}

type PlanBody = NonNullable<EndpointInput<typeof planPortfolioExit>['body']>

/** @param answer of the API to the body of a request. */
function openTab(answer: (body: PlanBody) => unknown = () => ({ data: ITEMS, total: 4, proceeds: PROCEEDS })): void {
  renderSite(<Tab />, { [PATH]: (body) => answer(body as PlanBody) })
}

const connect = () => walletSession.set((before) => ({ ...before, status: 'connected', address: ME }))
const row = async (name: string) => (await screen.findByTitle(name, {}, PATIENT)).closest('tr') as HTMLElement
const amount = (name: string) =>
  within(screen.getByText(name).parentElement as HTMLElement).getAllByTitle(/APT$/)[0]?.title

function openWindow(width: number): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width <= Number(/max-width: (\d+)px/.exec(query)?.[1]),
    addEventListener() {},
    removeEventListener() {},
  }))
}

beforeEach(() => {
  openWindow(1440)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  ownWallets.set([])
  ownCosts.set([])
  heldItems.set([])
  finishCommand('openTrade')
  walletSession.set(walletSession.initial)
  vi.unstubAllGlobals()
})

describe('the exit of a wallet', () => {
  // @feature exit.tab
  it('has totals against floor and cost, and each item with its sale, its listing and its choice', async () => {
    openTab()
    await row('Stone #1')
    expect([amount('If you leave now'), amount('Floor value'), amount('Planned listings')]).toEqual([
      ...['6 APT', '9.3 APT', '3.09 APT'],
    ])
    screen.getByText('after fees, 3 of 4 items')
    screen.getByText('before fees, 3 of 4 items, -35.48% if you leave')
    expect(amount('P&L if you leave')).toBe('-0.5 APT')
    const checked = async (name: string) =>
      within(await row(name))
        .getAllByRole<HTMLInputElement>('radio')
        .map(({ value, checked: isChecked }) => (isChecked ? `(${value})` : value))
    expect(await checked('Stone #1')).toEqual(['(sell)', 'list', 'hold'])
    expect(await checked('Stone #3')).toEqual(['sell', '(list)', 'hold'])
    expect(await checked('Stone #4')).toEqual(['(hold)'])
    within(await row('Stone #4')).getByText('Frozen')
    // The head of the portfolio has what is listed: this is what would be.
    screen.getByText('Planned sales')
    screen.getByRole('columnheader', { name: /^If listed/ })
    within(await row('Stone #1')).getByTitle('+3% vs selling now')
    expect((await row('Stone #1')).textContent).toContain('+3% vs selling now')
    // Another wallet's is only looked at.
    expect(screen.queryByRole('button', { name: /^Sell/ })).toBeNull()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  // @feature exit.tab
  it.each([
    ['a phone', 390, 'combobox'],
    ['a tablet', 768, 'combobox'],
    ['a wide window', 1440, 'group'],
  ])(
    'gives the room of %s to names and amounts, and is a stop of the keyboard only where it scrolls',
    async (_, width, choices) => {
      openWindow(width)
      openTab()
      within(await row('Stone #1')).getByTitle('3 APT')
      within(await row('Stone #1')).getByRole(choices, { name: 'Choice for Stone #1' })
      const isPhone = width < 768
      expect(within(await row('Stone #1')).queryAllByRole('img', { name: /^on / })).toHaveLength(isPhone ? 0 : 1)
      expect(screen.getByLabelText('Exit', { selector: 'dl' }).tabIndex).toBe(isPhone ? 0 : -1)
    },
  )

  // @feature exit.tab
  it('says in the two columns of a phone what a sale gains and what a listing brings', async () => {
    openTab()
    const words = async (name: string) => {
      const copy = (await row(name)).cloneNode(true) as HTMLElement
      // Each amount is there a second time, for the eyes.
      for (const shown of copy.querySelectorAll('[aria-hidden]')) shown.remove()
      return [...copy.querySelectorAll('td')].slice(0, 2).map(({ textContent }) => textContent)
    }
    expect(await words('Stone #1')).toEqual([
      'Stone #1If listed 3.09 APT +3% vs selling now · Items',
      expect.stringMatching(/3 APTP&L -1 APT$/),
    ])
    expect(await words('Stone #2')).toEqual(['Stone #2Items', expect.stringMatching(/2 APTP&L \+0\.5 APT$/)])
    expect(await words('Stone #4')).toEqual(['Stone #4Items', 'Frozen'])
  })

  // @feature exit.tab
  it('has what decides the plan above its totals, and names that take two lines of a phone', async () => {
    connect()
    addOwnWallet(SECOND)
    openTab()
    await row('Stone #1')
    const totals = screen.getByLabelText('Exit', { selector: 'dl' })
    for (const name of ['Minimum price', 'Wallets']) {
      const place = screen.getByRole('combobox', { name }).compareDocumentPosition(totals)
      expect(place & Node.DOCUMENT_POSITION_FOLLOWING, name).toBeTruthy()
    }
    const wraps = (name: string) => screen.getByTitle(name).closest('[data-wraps]')?.getAttribute('data-wraps')
    // With what its listing would bring below it, and without.
    expect([wraps('Stone #1'), wraps('Stone #2')]).toEqual(['all', 'name'])
  })

  // @feature exit.sell
  it('sells and lists what is chosen, by keyboard', async () => {
    connect()
    openTab()
    await row('Stone #1')
    const user = userEvent.setup()
    const [sell] = within(await row('Stone #2')).getAllByRole('radio')
    sell?.focus()
    await user.keyboard('{ArrowRight}')
    expect(screen.getByText('Planned sales').parentElement?.textContent).toContain('1 item')
    await user.click(screen.getByRole('button', { name: 'Sell 1 now' }))
    expect(commandRequest('openTrade')).toMatchObject({
      kind: 'accept-bid',
      tokens: [{ name: 'Stone #1', leastPrice: '300000000' }],
    })
    await user.click(screen.getByRole('button', { name: 'List 1' }))
    expect(commandRequest('openTrade')).toMatchObject({
      kind: 'list',
      tokens: [{ name: 'Stone #3', startPrice: '309000000' }],
    })
  })

  // @feature exit.hold
  it('still holds after a reload what the user held, until it is chosen otherwise', async () => {
    connect()
    const choose = async (choice: string) =>
      userEvent.click(within(await row('Stone #1')).getByRole('radio', { name: choice }))
    const chosen = async (name: string) =>
      within(await row(name))
        .getAllByRole<HTMLInputElement>('radio')
        .find(({ checked }) => checked)?.value
    const reload = () => {
      cleanup()
      heldItems.set([])
      openTab()
    }
    openTab()
    await choose('Hold')
    reload()
    expect([await chosen('Stone #1'), await chosen('Stone #2')]).toEqual(['hold', 'sell'])
    await userEvent.click(screen.getByRole('button', { name: 'Sell 1 now' }))
    expect(commandRequest('openTrade')).toMatchObject({ tokens: [{ name: 'Stone #2' }] })
    await choose('List')
    expect(await chosen('Stone #1')).toBe('list')
    // What is proposed again: a sale or listing is chosen at the prices of the day.
    reload()
    expect(await chosen('Stone #1')).toBe('sell')
  })

  // @feature exit.sell
  it('trades selected items alone, where some are selected', async () => {
    connect()
    openTab()
    await row('Stone #1')
    const user = userEvent.setup()
    await user.click(screen.getByRole('checkbox', { name: 'Select Stone #2' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select Stone #3' }))
    const bar = screen.getByRole('toolbar', { name: 'Selected items' })
    within(bar).getByTitle('2 APT')
    expect(
      within(bar)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual([...['Sell 1 now', 'List 1', '']])
    await user.click(within(bar).getByRole('button', { name: 'Sell 1 now' }))
    expect(commandRequest('openTrade')).toMatchObject({ tokens: [{ name: 'Stone #2' }] })
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('toolbar', { name: 'Selected items' })).toBeNull()
  })

  // @feature exit.tab
  it('plans again for another least part of the cost', async () => {
    const asked: (number | undefined)[] = []
    openTab(({ leastOfCost }) => {
      asked.push(leastOfCost)
      return { data: ITEMS, total: 4, proceeds: PROCEEDS }
    })
    await row('Stone #1')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Minimum price' }), 'Hold below 80% of cost')
    await vi.waitFor(() => expect(asked).toEqual([0, 80]))
  })

  // @feature exit.sell, exit.choice
  it('trades nothing of a plan while the one of another minimum price is on its way', async () => {
    connect()
    const later = Promise.withResolvers<unknown>()
    openTab(({ leastOfCost }) => (leastOfCost === 0 ? { data: ITEMS, total: 4, proceeds: PROCEEDS } : later.promise))
    await row('Stone #1')
    const sell = (name: string) => screen.queryByRole<HTMLButtonElement>('button', { name })
    expect(sell('Sell 2 now')?.disabled).toBe(false)
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Minimum price' }), 'Hold below cost')
    expect(sell('Sell 2 now')?.disabled).toBe(true)
    screen.getByText('Updating the plan…')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Stone #1' }))
    expect(sell('Sell 1 now')).toBeNull()
    const held = { ...testingExitItem(idOf('1'), null), name: 'Stone #1', holdReason: 'below-cost' as const }
    later.resolve({ data: [held, ...ITEMS.slice(1)], total: 4, proceeds: PROCEEDS.slice(1) })
    await screen.findByText('Below limit', {}, PATIENT)
    await userEvent.keyboard('{Escape}')
    expect(sell('Sell 1 now')?.disabled).toBe(false)
    expect(screen.queryByText('Updating the plan…')).toBeNull()
  })

  // @feature exit.sell
  it('takes a press while the wallet of the last visit is on its way', async () => {
    storeWallet({ name: 'Dev', address: ME, publicKey: '0x1' })
    openTab()
    await row('Stone #1')
    await userEvent.click(screen.getByRole('button', { name: 'Sell 2 now' }))
    expect(commandRequest('openTrade')).toMatchObject({ kind: 'accept-bid' })
  })

  // @feature exit.tab
  it('has no profit or loss of an item that is not sold, known cost or not', async () => {
    const held = { ...testingExitItem(idOf('1'), null, { costPrice: '100000000' }), name: 'Stone #1' }
    const sold = { ...testingExitItem(idOf('2'), '300000000', { costPrice: null }), name: 'Stone #2' }
    const free = { ...testingExitItem(idOf('3'), null, { costPrice: null }), name: 'Stone #3' }
    openTab(() => ({ data: [held, sold, free], total: 3, proceeds: PROCEEDS }))
    const gain = async (name: string) => {
      const cells = [...(await row(name)).querySelectorAll('td')].map(({ textContent }) => textContent)
      return cells[screen.getAllByRole('columnheader').findIndex((header) => header.textContent?.startsWith('P&L'))]
    }
    expect([await gain('Stone #1'), await gain('Stone #2'), await gain('Stone #3')]).toEqual(['-', 'unknown', '-'])
  })

  // @feature exit.choice, portfolio.own-cost
  it('plans with the costs that the user has set, where these decide what is held', async () => {
    connect()
    setOwnCost(ME, idOf('3'), 150_000_000n)
    setOwnCost(SECOND, idOf('2'), 1n)
    const asked: PlanBody['costs'][] = []
    openTab(({ costs }) => {
      asked.push(costs)
      return { data: ITEMS, total: 4, proceeds: PROCEEDS }
    })
    // 5.5 APT of the items with a cost on chain and this one's 1.5.
    await row('Stone #1')
    expect(amount('P&L if you leave')).toBe('-1 APT')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Minimum price' }), 'Hold below cost')
    const own = [{ walletAddress: ME, tokenDataId: idOf('3'), octas: '150000000' }]
    await vi.waitFor(() => expect(asked).toEqual([[], own]))
  })

  // @feature exit.wallets
  it('plans all of one’s wallets together, of which the connected account’s items alone are traded', async () => {
    connect()
    addOwnWallet(SECOND)
    const asked: PlanBody['wallets'][] = []
    const theirs = testingExitItem(idOf('5'), '700000000', { name: 'Stone #5', walletAddress: SECOND })
    openTab(({ wallets }) => {
      asked.push(wallets)
      return { data: wallets.length > 1 ? [theirs, ...ITEMS] : ITEMS, total: 5, proceeds: PROCEEDS }
    })
    await row('Stone #1')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Wallets' }), 'My 2 wallets')
    within(await row('Stone #5')).getByRole('button', { name: /^Switch account: .* holds Stone #5$/ })
    expect(asked).toEqual([[ME], [ME, SECOND]])
    expect(amount('If you leave now')).toBe('13 APT')
    expect(screen.queryByRole('checkbox', { name: 'Select Stone #5' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Sell 2 now' }))
    expect(commandRequest('openTrade')).toMatchObject({ tokens: [{ name: 'Stone #1' }, { name: 'Stone #2' }] })
  })

  // @feature exit.tab
  it('says where it plans only the most valuable items, where there are none, and where it cannot be loaded', async () => {
    openTab(() => ({ data: ITEMS, total: 1_234, proceeds: PROCEEDS }))
    await screen.findByText('The 4 most valuable of 1,234 items.', {}, PATIENT)
    cleanup()
    openTab(() => ({ data: [], total: 0, proceeds: [] }))
    await screen.findByText('No items', {}, PATIENT)
    cleanup()
    let isDown = true
    openTab(() => {
      if (isDown) throw new ApiFailure(500, 'Internal error')
      return { data: ITEMS, total: 4, proceeds: PROCEEDS }
    })
    await screen.findByText('Couldn’t load the exit plan', {}, PATIENT)
    isDown = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await row('Stone #1')
  })
})
