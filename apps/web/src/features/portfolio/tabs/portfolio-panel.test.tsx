import { readFileSync } from 'node:fs'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { ME, testingItem, testingListing } from '../../../testing/testing-item.ts'
import { ItemsToolbar } from '../items/items-toolbar.tsx'
import { DEFAULT_PORTFOLIO_VIEW, PORTFOLIO_TABS, type PortfolioView } from '../portfolio-view.ts'
import { PortfolioPanel } from './portfolio-panel.tsx'

// @vitest-environment happy-dom
const COLLECTION = `0x${'c'.repeat(64)}`

afterEach(() => {
  cleanup()
  walletSession.set(walletSession.initial)
  vi.unstubAllGlobals()
})

function Panel({ first }: { first: PortfolioView }) {
  const [view, setView] = useState(first)
  return (
    <PortfolioPanel wallet={ME} view={view} onViewChange={setView}>
      {(view.tab === 'items' || view.tab === 'hidden') && (
        <ItemsToolbar view={view} onViewChange={setView} total={1} selection={null} lead={null} />
      )}
      <p>{JSON.stringify([view.collection, view.marketplaces])}</p>
    </PortfolioPanel>
  )
}

// @feature portfolio.filters-seen
it.each(PORTFOLIO_TABS)('shows the collection that filters %s as one chip that removes the filter', async (tab) => {
  renderSite(<Panel first={{ ...DEFAULT_PORTFOLIO_VIEW, tab, collection: COLLECTION }} />, {})
  await userEvent.click(await screen.findByRole('button', { name: /^Remove filter Collection/ }))
  await screen.findByText('[null,[]]')
  expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull()
})

it.each(PORTFOLIO_TABS)('heads the list of %s, for those who move by headings', (tab) => {
  renderSite(<Panel first={{ ...DEFAULT_PORTFOLIO_VIEW, tab }} />, {})
  const name = screen.getByRole('tab', { selected: true }).textContent ?? ''
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe(name)
})

// @feature exit.tab
it('has the exit in Pro, and in Lite only where its address was opened', () => {
  const exit = (cookies: string, tab: PortfolioView['tab']) => {
    renderSite(<Panel first={{ ...DEFAULT_PORTFOLIO_VIEW, tab }} />, {}, undefined, { cookies })
    const found = screen.queryByRole('tab', { name: 'Exit' })
    cleanup()
    return found !== null
  }
  expect(exit('opal.mode=pro', 'items')).toBe(true)
  expect(exit('opal.mode=lite', 'items')).toBe(false)
  expect(exit('opal.mode=lite', 'exit')).toBe(true)
})

it('shows the marketplace that filters the listings', async () => {
  renderSite(<Panel first={{ ...DEFAULT_PORTFOLIO_VIEW, tab: 'listings', marketplaces: ['own'] }} />, {})
  await userEvent.click(await screen.findByRole('button', { name: 'Remove filter Listed on Own Market' }))
  await screen.findByText('[null,[]]')
})

describe('what is reserved for a wallet', () => {
  const idOf = (at: number) => `0x${at.toString(16).padStart(64, '0')}`
  const notice = () => screen.queryByRole('button', { name: /reserved for you/ })
  const openPanel = (
    tab: PortfolioView['tab'],
    count: number,
    nextCursor: string | null = null,
    collection: string | null = COLLECTION,
  ) => {
    const asked = vi.fn()
    renderSite(<Panel first={{ ...DEFAULT_PORTFOLIO_VIEW, tab, collection }} />, {
      [`/data/user/listings/reserved/${ME}`]: () => {
        asked()
        const rowOf = (at: number) => ({ token: testingItem(idOf(at)), listing: testingListing(idOf(at)) })
        return { data: Array.from({ length: count }, (_, at) => rowOf(at)), nextCursor }
      },
    })
    return asked
  }
  const connect = () => walletSession.set((before) => ({ ...before, status: 'connected', address: ME }))

  // @feature portfolio.reserved
  it.each(PORTFOLIO_TABS.filter((tab) => tab !== 'bids-received'))(
    'is counted next to the tabs while %s are open, and is one press away',
    async (tab) => {
      connect()
      openPanel(tab, 2)
      await userEvent.click(await screen.findByRole('button', { name: '2 items reserved for you' }))
      expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Bids received')
      // Of all collections, as they were counted.
      screen.getByText('[null,[]]')
      expect(notice()).toBeNull()
    },
  )

  // @feature portfolio.reserved
  it.each([
    [1, null, '1 item reserved for you'],
    [50, 'more', '50+ items reserved for you'],
  ])('is counted as far as it is loaded: %i', async (count, nextCursor, label) => {
    connect()
    openPanel('items', count, nextCursor)
    await screen.findByRole('button', { name: label })
  })

  // @feature portfolio.reserved
  it('takes no place where there is none, and in other portfolios', async () => {
    const asked = openPanel('items', 2)
    expect([notice(), asked.mock.calls.length]).toEqual([null, 0])
    cleanup()
    connect()
    const askedOwn = openPanel('items', 0, null, null)
    await waitFor(() => expect(askedOwn).toHaveBeenCalled())
    expect(screen.getByRole('tablist').nextElementSibling?.childNodes).toHaveLength(0)
  })
})

// @feature portfolio.bids
it('begins the footer of a phone below the window: it does not jump up from below the placeholders of a short list', () => {
  const sheet = readFileSync(`${import.meta.dirname}/portfolio-panel.module.css`, 'utf8')
  expect(sheet).toMatch(
    /^@media \(max-width: 767px\) \{\n {2}\.content \{\n {4}min-height: calc\(100dvh - var\(--bar-height\)/m,
  )
})
