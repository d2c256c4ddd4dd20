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

it('shows the marketplace that filters the listings', async () => {
  renderSite(<Panel first={{ ...DEFAULT_PORTFOLIO_VIEW, tab: 'listings', marketplaces: ['own'] }} />, {})
  await userEvent.click(await screen.findByRole('button', { name: 'Remove filter Listed on Own Market' }))
  await screen.findByText('[null,[]]')
})
