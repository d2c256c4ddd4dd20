import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { commandRequest } from '../../../app/commands.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { latestRate } from '../../../shared/format/apt-rate.ts'
import { siteActions } from '../../../shared/hooks/site-actions.ts'
import { ME } from '../../../testing/testing-item.ts'
import {
  bar,
  box,
  connectHolder,
  idOf,
  listed,
  openItems,
  resetItemsTab,
  unlisted,
} from '../testing/items-tab-driver.tsx'

// @vitest-environment happy-dom
beforeEach(connectHolder)
afterEach(resetItemsTab)

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

// @feature shell.item-keys
it('goes by key to the first item, selects it, opens its listing and its sale', async () => {
  openItems([{ ...unlisted(1), bestExit: EXIT }, listed(2)])
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
  openItems([unlisted(1)])
  await screen.findByText('Stone #1')
  expect(siteActions.get().map(({ keys }) => keys)).toEqual(['i'])
})

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
    openItems([{ ...unlisted(1), bestExit: EXIT }, unlisted(2)], {
      cookies: `opal.holdings=${layout}; opal.currency=${currency}`,
    })
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
  openItems([{ ...unlisted(1), bestExit: { ...EXIT, marketplace } }], { cookies: `opal.holdings=${layout}` })
  await screen.findByText('1 item')
  if (layout === 'table') await screen.findByRole('table', { name: 'Items' })
  expect(screen.queryByRole('button', { name: /^Sell / })).toBeNull()
  // What it would bring stays in its column.
  expect(screen.queryAllByTitle('58.90512345 APT')).toHaveLength(layout === 'table' ? 1 : 0)
})
