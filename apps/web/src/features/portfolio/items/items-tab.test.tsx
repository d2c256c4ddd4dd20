import type { PortfolioToken } from '@opal/contract/portfolio'
import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { commandRequest, finishCommand } from '../../../app/commands.ts'
import { useMainList } from '../../../app/focus/focused-item.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { latestRate } from '../../../shared/format/apt-rate.ts'
import { siteActions } from '../../../shared/hooks/site-actions.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { ME, testingItem, testingListing } from '../../../testing/testing-item.ts'
import { PORTFOLIO_KEY } from '../portfolio-query.ts'
import { DEFAULT_PORTFOLIO_VIEW } from '../portfolio-view.ts'
import ItemsTab from './items-tab.tsx'

// @vitest-environment happy-dom
const idOf = (at: number) => `0x${String(at).repeat(64)}`
const unlisted = (at: number) => testingItem(idOf(at), { name: `Stone #${at}` })
const listed = (at: number) =>
  testingItem(idOf(at), { ...unlisted(at), ownListings: [testingListing(idOf(at), { marketplace: 'own' })] })

/** Items that the wallet holds now. */
let held: readonly PortfolioToken[] = []

function Tab() {
  // As the frame around every page does.
  useMainList()
  const [view, setView] = useState(DEFAULT_PORTFOLIO_VIEW)
  return <ItemsTab wallet={ME} view={view} onViewChange={setView} renderDialog={() => null} />
}

/** @param pageSize items of a page: each page names the next by the number of those before it */
function open(items: readonly PortfolioToken[], pageSize = 50, at = '/', cookies = '') {
  held = items
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const answers = {
    [`/data/user/tokens/${ME}`]: (_: unknown, url: URL) => {
      const type = url.searchParams.get('type')
      const data = held.filter(({ ownListings }) => type === 'all' || (type === 'listed') === ownListings.length > 0)
      const start = Number(url.searchParams.get('cursor') ?? 0)
      const end = start + pageSize
      return {
        data: (url.searchParams.get('order') === 'asc' ? data.toReversed() : data).slice(start, end),
        nextCursor: end < data.length ? String(end) : null,
        total: data.length,
      }
    },
    [`/data/user/collections/${ME}`]: () => ({ data: [], nextCursor: null }),
  }
  renderSite(<Tab />, answers, undefined, { queries, at, cookies })
  return () => act(() => queries.invalidateQueries({ queryKey: [PORTFOLIO_KEY, ME, 'items'] }))
}

const box = (at: number) => screen.findByRole('checkbox', { name: `Select Stone #${at}` })
const bar = () => screen.findByRole('toolbar', { name: 'Selected items' })
const actions = async () =>
  within(await bar())
    .getAllByRole('button')
    .map((button) => button.textContent)
    .filter(Boolean)

beforeEach(() => walletSession.set((before) => ({ ...before, address: ME })))
afterEach(() => {
  latestRate.set(null)
  cleanup()
  finishCommand('openTrade')
  walletSession.set(walletSession.initial)
  vi.unstubAllGlobals()
})

// @feature portfolio.empty
it.each([
  ['grid', ME, true],
  ['table', ME, true],
  ['grid', idOf(9), false],
])('leads from the empty %s to the collections where it is one’s own: of %s', async (layout, viewer, isLed) => {
  walletSession.set((before) => ({ ...before, address: viewer }))
  open([], 50, '/', `opal.holdings=${layout}`)
  await screen.findByText('No items')
  const link = screen.queryByRole('link', { name: 'Browse collections' })
  expect(link?.getAttribute('href') ?? null).toBe(isLed ? '/#collections' : null)
})

// @feature portfolio.table-grid
it('cuts the name of a collection at its end, in whichever direction it is written', async () => {
  const name = '🀄 مجموعة الصور الطويلة جدا'
  open(
    [testingItem(idOf(1), { name: 'Stone #1', collectionName: name, estimatedPrice: '100000000' })],
    50,
    '/',
    'opal.holdings=grid',
  )
  await box(1)
  expect(screen.getByText(name).getAttribute('dir')).toBe('auto')
})

// @feature portfolio.table-grid, table.view-remembered
it.each([
  ['grid', 'grid'],
  ['grid', 'table'],
  ['table', 'grid'],
  ['table', 'table'],
])('is a %s where that was chosen for portfolios, whatever collections are: %s', async (holdings, view) => {
  open([unlisted(1)], 50, '/', `opal.holdings=${holdings}; opal.view=${view}`)
  await screen.findByText('1 item')
  if (holdings === 'table') await screen.findByRole('table', { name: 'Items' })
  else expect(screen.queryByRole('table', { name: 'Items' })).toBeNull()
  const other = holdings === 'table' ? 'Grid' : 'Table'
  fireEvent.click(screen.getByRole('radio', { name: other }))
  await waitFor(() => expect(screen.queryAllByRole('table', { name: 'Items' })).toHaveLength(other === 'Table' ? 1 : 0))
  expect(localStorage.getItem('opal.holdings')).toBe(other.toLowerCase())
  expect(localStorage.getItem('opal.view')).toBeNull()
  localStorage.clear()
})

// @feature portfolio.value-shown
it.each([
  ['grid', '8325000000', 1],
  ['grid', null, 0],
  ['table', '8325000000', 1],
  ['table', null, 0],
])('says next to the collection in a %s what an item is worth: %s', async (layout, estimatedPrice, count) => {
  open([testingItem(idOf(1), { name: 'Stone #1', estimatedPrice })], 50, '/', `opal.holdings=${layout}`)
  await screen.findByText('1 item')
  if (layout === 'table') await screen.findByRole('table', { name: 'Items' })
  const values = screen.queryAllByText(/^Est\.(?! value)/)
  expect(values).toHaveLength(count)
  if (count === 1) expect(values[0]?.textContent).toMatch(/^Est\. .*83\.25/)
})

// @feature portfolio.actions
it.each(['grid', 'table'])('offers to select all only where the list has an item: %s', async (layout) => {
  const refetch = open([], 50, '/', `opal.holdings=${layout}; opal.mode=pro`)
  await screen.findByText('0 items')
  expect(screen.queryByRole('checkbox', { name: 'Select all' })).toBeNull()
  held = [unlisted(1)]
  await refetch()
  await screen.findByRole('checkbox', { name: 'Select all' })
})

// @feature portfolio.actions
it('acts on what the list shows now, as it is now', async () => {
  const refetch = open([listed(1), listed(2), unlisted(3)])
  for (const at of [1, 2]) fireEvent.click(await box(at))
  expect(await actions()).toEqual(['Edit 2 listings', 'Delist 2'])
  held = [unlisted(1), listed(2), unlisted(3)]
  await refetch()
  await waitFor(async () => expect(await actions()).toEqual(['List 1', 'Edit 1 listing', 'Delist 1', 'Transfer 1']))
  // Another order is still the same list.
  fireEvent.click(screen.getByRole('button', { name: 'Sort ascending' }))
  await box(1)
  expect((await bar()).textContent).toContain('2 selected')
  held = [listed(2), unlisted(3)]
  await refetch()
  await waitFor(async () => expect((await bar()).textContent).toContain('1 selected'))
  fireEvent.click(screen.getByRole('radio', { name: 'Unlisted' }))
  fireEvent.click(await box(3))
  expect((await bar()).textContent).toContain('1 selected')
  expect(await actions()).toEqual(['List 1', 'Transfer 1', 'Set cost of Stone #3'])
  fireEvent.click(screen.getByRole('radio', { name: 'All' }))
  await box(2)
  expect(screen.queryByRole('toolbar', { name: 'Selected items' })).toBeNull()
})

// @feature portfolio.actions
it('keeps what was not traded selected', async () => {
  open([1, 2, 3].map(unlisted))
  for (const at of [1, 2, 3]) fireEvent.click(await box(at))
  fireEvent.click(await screen.findByRole('button', { name: 'List 3' }))
  const settle = commandRequest('openTrade')?.onSettled
  act(() => settle?.('failed', { tokenDataIds: [unlisted(1).tokenDataId], bids: [] }))
  expect((await bar()).textContent).toContain('3 selected')
  act(() => settle?.('confirmed', { tokenDataIds: [unlisted(1).tokenDataId, unlisted(3).tokenDataId], bids: [] }))
  await waitFor(async () => expect((await bar()).textContent).toContain('1 selected'))
  expect((await box(2)).matches(':checked')).toBe(true)
})

// @feature portfolio.select-all
it('says of how many items all that are loaded are selected, and selects the rest', async () => {
  open([1, 2, 3, 4, 5].map(unlisted), 2)
  await box(1)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all 2 that are loaded' }))
  expect((await bar()).textContent).toContain('2 of 5 selected')
  fireEvent.click(screen.getByRole('button', { name: 'Select all 5' }))
  await waitFor(async () => expect((await bar()).textContent).toMatch(/^5 selected/))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' }).checked).toBe(true)
  expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull()
})

// @feature portfolio.filter
it.each([
  [0, '0 items'],
  [1, '1 item'],
  [2, '2 items'],
])('counts %i', async (count, text) => {
  open([1, 2].slice(0, count).map(unlisted))
  expect(await screen.findByText(text)).toBeTruthy()
})

// @feature portfolio.selection-drag
it('selects what a drag from a box goes over, and says its value', async () => {
  // Of the two editions of the third only one and a half count.
  const worth = (at: number, estimatedValue: string | null) => ({ ...unlisted(at), estimatedValue })
  open([
    worth(1, '150000000'),
    worth(2, null),
    { ...worth(3, '300000000'), estimatedPrice: '200000000', held: '2' },
    worth(4, '100000000'),
  ])
  const mouse = { pointerType: 'mouse', buttons: 1, detail: 1 }
  // What follows a drag is loaded after the first paint.
  await import('../rows/drag-selection.tsx')
  await act(async () => {})
  fireEvent.pointerDown(await box(1), mouse)
  for (const at of [2, 4, 3]) fireEvent.pointerOver(await box(at), mouse)
  fireEvent.pointerUp(await box(3), mouse)
  await waitFor(async () => expect((await bar()).textContent).toContain('3 selected'))
  expect((await box(4)).matches(':checked')).toBe(false)
  within(await bar()).getByTitle('4.5 APT')
  // A drag that begins on a selected one deselects.
  fireEvent.pointerDown(await box(3), mouse)
  fireEvent.pointerOver(await box(2), mouse)
  fireEvent.pointerUp(await box(2), mouse)
  await waitFor(async () => expect((await bar()).textContent).toContain('1 selected'))
})

// @feature portfolio.own-cost
it('lets the cost of an item be set on its card, and from the bar where one is selected', async () => {
  open([unlisted(1), listed(2)])
  await screen.findByRole('button', { name: 'Set cost of Stone #1' })
  expect(screen.queryByRole('button', { name: 'Set cost of Stone #2' })).toBeNull()
  fireEvent.click(await box(2))
  within(await bar()).getByRole('button', { name: 'Set cost of Stone #2' })
  fireEvent.click(await box(1))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Set cost of Stone #2' })).toBeNull())
})

// @feature table.columns
it('leaves out the columns that the address hides', async () => {
  open([listed(1)], 50, '/?cols=-cost,-rarity')
  fireEvent.click(await screen.findByRole('radio', { name: 'Table' }))
  await screen.findByRole('table', { name: 'Items' })
  const columns = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(columns.filter(Boolean)).toEqual([
    'Item',
    'Est. value',
    'List price',
    'Top bid',
    'Best exit',
    'Last sale',
    'Held for',
  ])
  await screen.findByRole('button', { name: 'Columns, 2 hidden' })
})

// @feature shell.item-keys
it('goes by key to the first item, selects it, opens its listing and its sale', async () => {
  open([{ ...unlisted(1), bestExit: EXIT }, listed(2)])
  const first = await box(1)
  const press = (key: string) => {
    const action = siteActions.get().find(({ keys }) => keys === key)
    act(() => action?.run())
  }
  press('i')
  const focused = document.activeElement as HTMLElement
  expect(focused.closest('[data-index], [data-row]')?.contains(first)).toBe(true)
  vi.spyOn(focused, 'matches').mockReturnValue(true)
  press('x')
  expect((await bar()).textContent).toContain('1 selected')
  press('l')
  expect(commandRequest('openTrade')).toMatchObject({ kind: 'list', tokens: [{ name: 'Stone #1' }] })
  press('s')
  expect(commandRequest('openTrade')).toMatchObject({ kind: 'accept-bid', tokens: [{ name: 'Stone #1' }] })
})

// @feature shell.item-keys
it('offers no keys to select or list in the portfolio of another', async () => {
  walletSession.set(walletSession.initial)
  open([unlisted(1)])
  await screen.findByText('Stone #1')
  expect(siteActions.get().map(({ keys }) => keys)).toEqual(['i'])
})

const EXIT = {
  netOctas: '5890512345',
  priceOctas: '6300000000',
  commissionOctas: '94500000',
  royaltyOctas: '314987655',
  marketplace: 'own',
  offerId: 'bid-7',
  tokenBid: false,
  setRoot: null,
  fillable: '2',
}

// @feature accept.from-portfolio, currency.toggle
it.each([
  ['grid', 'APT', 'Sell for 58.9'],
  ['table', 'APT', 'Sell for 58.9'],
  ['grid', 'USD', 'Sell for $495.98'],
  ['table', 'USD', 'Sell for $495.98'],
])(
  'sells one’s own item by a button of the %s into the bid whose proceeds it says in %s',
  async (layout, currency, text) => {
    latestRate.set({ cents: 842n, ageSeconds: 1 })
    open(
      [{ ...unlisted(1), bestExit: EXIT }, unlisted(2)],
      50,
      '/',
      `opal.holdings=${layout}; opal.currency=${currency}`,
    )
    await box(2)
    const [button, ...others] = screen.getAllByRole('button', { name: /^Sell / })
    expect([button?.textContent, others]).toEqual([text, []])
    expect(button?.getAttribute('aria-label')).toBe('Sell Stone #1 for 58.90512345 APT after fees')
    fireEvent.click(button as HTMLElement)
    const bid = { marketplace: 'own', offerId: 'bid-7', price: EXIT.priceOctas }
    expect(commandRequest('openTrade')).toMatchObject({
      kind: 'accept-bid',
      tokens: [{ name: 'Stone #1', bid }],
      shownOctas: EXIT.netOctas,
    })
  },
)

// @feature accept.from-portfolio
it.each([
  ['grid', ME, 'shut'],
  ['table', ME, 'shut'],
  ['grid', idOf(9), 'own'],
  ['table', idOf(9), 'own'],
])('offers no sale where it cannot be: in the %s to %s, of a bid on %s', async (layout, viewer, marketplace) => {
  walletSession.set((before) => ({ ...before, address: viewer }))
  open([{ ...unlisted(1), bestExit: { ...EXIT, marketplace } }], 50, '/', `opal.holdings=${layout}`)
  await screen.findByText('1 item')
  if (layout === 'table') await screen.findByRole('table', { name: 'Items' })
  expect(screen.queryByRole('button', { name: /^Sell / })).toBeNull()
  // What it would bring stays in its column.
  expect(screen.queryAllByTitle('58.90512345 APT')).toHaveLength(layout === 'table' ? 1 : 0)
})

it.each([
  [null, 'No suspected spam in this wallet.'],
  [idOf(7), 'No suspected spam of this collection in this wallet.'],
])('says of what nothing is hidden: in the collection %s', async (collection, words) => {
  const view = { ...DEFAULT_PORTFOLIO_VIEW, tab: 'hidden' as const, collection }
  renderSite(<ItemsTab wallet={ME} view={view} onViewChange={() => {}} renderDialog={() => null} />, {
    [`/data/user/tokens/${ME}`]: () => ({ data: [], nextCursor: null, total: 0 }),
    [`/data/user/collections/${ME}`]: () => ({ data: [], nextCursor: null }),
  })
  await screen.findByText(words)
})
