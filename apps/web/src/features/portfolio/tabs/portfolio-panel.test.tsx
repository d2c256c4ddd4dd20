import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../../testing/render-site.tsx'
import { DEFAULT_PORTFOLIO_VIEW, PORTFOLIO_TABS, type PortfolioView } from '../portfolio-view.ts'
import { PortfolioPanel } from './portfolio-panel.tsx'

// @vitest-environment happy-dom
const COLLECTION = `0x${'c'.repeat(64)}`

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Panel({ first }: { first: PortfolioView }) {
  const [view, setView] = useState(first)
  return (
    <PortfolioPanel view={view} onViewChange={setView}>
      {JSON.stringify([view.collection, view.marketplaces])}
    </PortfolioPanel>
  )
}

// @feature portfolio.filters-seen
it.each(PORTFOLIO_TABS)('shows the collection that filters %s as a chip that removes the filter', async (tab) => {
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
