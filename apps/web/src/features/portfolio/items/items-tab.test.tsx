import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { ME, testingItem } from '../../../testing/testing-item.ts'
import { DEFAULT_PORTFOLIO_VIEW } from '../portfolio-view.ts'
import { box, connectHolder, idOf, listed, openItems, resetItemsTab, unlisted } from '../testing/items-tab-driver.tsx'
import ItemsTab from './items-tab.tsx'

// @vitest-environment happy-dom
beforeEach(connectHolder)
afterEach(resetItemsTab)

// @feature portfolio.empty
it.each([
  ['grid', ME, true],
  ['table', ME, true],
  ['grid', idOf(9), false],
])('leads from the empty %s to the collections where it is one’s own: of %s', async (layout, viewer, isLed) => {
  walletSession.set((before) => ({ ...before, address: viewer }))
  openItems([], { cookies: `opal.holdings=${layout}` })
  await screen.findByText('No items')
  const link = screen.queryByRole('link', { name: 'Browse collections' })
  expect(link?.getAttribute('href') ?? null).toBe(isLed ? '/#collections' : null)
})

// @feature portfolio.table-grid
it('cuts the name of a collection at its end, in whichever direction it is written', async () => {
  const name = '🀄 مجموعة الصور الطويلة جدا'
  openItems([testingItem(idOf(1), { name: 'Stone #1', collectionName: name, estimatedPrice: '100000000' })], {
    cookies: 'opal.holdings=grid',
  })
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
  openItems([unlisted(1)], { cookies: `opal.holdings=${holdings}; opal.view=${view}` })
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
  openItems([testingItem(idOf(1), { name: 'Stone #1', estimatedPrice })], { cookies: `opal.holdings=${layout}` })
  await screen.findByText('1 item')
  if (layout === 'table') await screen.findByRole('table', { name: 'Items' })
  const values = screen.queryAllByText(/^Est\.(?! value)/)
  expect(values).toHaveLength(count)
  if (count === 1) expect(values[0]?.textContent).toMatch(/^Est\. .*83\.25/)
})

// @feature portfolio.filter
it.each([
  [0, '0 items'],
  [1, '1 item'],
  [2, '2 items'],
])('counts %i', async (count, text) => {
  openItems([1, 2].slice(0, count).map(unlisted))
  expect(await screen.findByText(text)).toBeTruthy()
})

// @feature table.columns
it('leaves out the columns that the address hides', async () => {
  openItems([listed(1)], { at: '/?cols=-cost,-rarity' })
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
