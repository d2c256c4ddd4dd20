import type { PortfolioToken } from '@opal/contract/portfolio'
import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { vi } from 'vitest'
import { finishCommand } from '../../../app/commands.ts'
import { useMainList } from '../../../app/focus/focused-item.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { latestRate } from '../../../shared/format/apt-rate.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { ME, testingItem, testingListing } from '../../../testing/testing-item.ts'
import ItemsTab from '../items/items-tab.tsx'
import { PORTFOLIO_KEY } from '../portfolio-query.ts'
import { DEFAULT_PORTFOLIO_VIEW } from '../portfolio-view.ts'

export const idOf = (at: number) => `0x${String(at).repeat(64)}`
export const unlisted = (at: number) => testingItem(idOf(at), { name: `Stone #${at}` })
export const listed = (at: number) =>
  testingItem(idOf(at), { ...unlisted(at), ownListings: [testingListing(idOf(at), { marketplace: 'own' })] })

function Tab() {
  // As the frame around every page does.
  useMainList()
  const [view, setView] = useState(DEFAULT_PORTFOLIO_VIEW)
  return <ItemsTab wallet={ME} view={view} onViewChange={setView} renderDialog={() => null} />
}

/**
 * Shows the items of a wallet.
 * @param pageSize items of a page: each page names the next by the number of those before it
 * @returns refetches them, as the wallet holds others now.
 */
export function openItems(items: readonly PortfolioToken[], { pageSize = 50, at = '/', cookies = '' } = {}) {
  let held = items
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
  return (now: readonly PortfolioToken[]) => {
    held = now
    return act(() => queries.invalidateQueries({ queryKey: [PORTFOLIO_KEY, ME, 'items'] }))
  }
}

/** Finds the checkbox of an item. */
export const box = (at: number) => screen.findByRole('checkbox', { name: `Select Stone #${at}` })
/** Finds the bar of the selected items. */
export const bar = () => screen.findByRole('toolbar', { name: 'Selected items' })
/** Returns the labels of the actions in that bar. */
export const actions = async () =>
  within(await bar())
    .getAllByRole('button')
    .map((button) => button.textContent)
    .filter(Boolean)

/** Has the wallet of the portfolio connected. */
export function connectHolder(): void {
  walletSession.set((before) => ({ ...before, address: ME }))
}

/** Leaves nothing behind for the next test. */
export function resetItemsTab(): void {
  latestRate.set(null)
  cleanup()
  finishCommand('openTrade')
  walletSession.set(walletSession.initial)
  vi.unstubAllGlobals()
}
