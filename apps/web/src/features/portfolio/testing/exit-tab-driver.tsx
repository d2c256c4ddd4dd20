import type { EndpointInput } from '@opal/contract/http/endpoint'
import type { ExitItem, planPortfolioExit } from '@opal/contract/portfolio/exit'
import { cleanup, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { vi } from 'vitest'
import { finishCommand } from '../../../app/commands.ts'
import { ownCosts } from '../../../entities/token/own-costs.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { ME } from '../../../testing/testing-item.ts'
import ExitTab from '../exit/exit-tab.tsx'
import { heldItems } from '../exit/held-items.ts'
import { DEFAULT_PORTFOLIO_VIEW } from '../portfolio-view.ts'
import { ownWallets } from '../wallets/own-wallets.ts'
import { testingAskedListing, testingExitItem } from './testing-exit.ts'

const PATH = '/data/user/exit'
/** Another of the user's wallets. */
export const SECOND = `0x${'5e'.repeat(32)}`
export const idOf = (digit: string) => `0x${digit.repeat(64)}`
export const ITEMS: readonly ExitItem[] = [
  testingExitItem(idOf('1'), '300000000', {
    name: 'Stone #1',
    costPrice: '400000000',
    floorPrice: '310000000',
    listing: testingAskedListing('309000000'),
  }),
  testingExitItem(idOf('2'), '200000000', { name: 'Stone #2', costPrice: '150000000', floorPrice: '310000000' }),
  testingExitItem(idOf('3'), '100000000', {
    name: 'Stone #3',
    choice: 'list',
    listing: testingAskedListing('309000000'),
    floorPrice: '310000000',
  }),
  testingExitItem(idOf('4'), null, { name: 'Stone #4', holdReason: 'frozen' }),
]
/** The plan's proceeds by number of sales. */
export const PROCEEDS = ['300000000', '500000000', '600000000']
/** The plan of all of them. */
export const PLAN = { data: ITEMS, total: 4, proceeds: PROCEEDS }

function Tab() {
  const [view, setView] = useState({ ...DEFAULT_PORTFOLIO_VIEW, tab: 'exit' as const })
  return <ExitTab wallet={ME} view={view} onViewChange={(next) => setView({ ...next, tab: 'exit' })} />
}

export type PlanBody = NonNullable<EndpointInput<typeof planPortfolioExit>['body']>

/** Shows the exit of a wallet. @param answer of the API to the body of a request. */
export function openExit(answer: (body: PlanBody) => unknown = () => PLAN): void {
  renderSite(<Tab />, { [PATH]: (body) => answer(body as PlanBody) })
}

/** Connects the wallet that is shown. */
export const connect = () => walletSession.set((before) => ({ ...before, status: 'connected', address: ME }))
/** Returns the row of an item. */
export const row = async (name: string) => (await screen.findByTitle(name)).closest('tr') as HTMLElement
/** Returns the exact amount next to a label of the summary. */
export const amount = (name: string) =>
  within(screen.getByText(name).parentElement as HTMLElement).getAllByTitle(/APT$/)[0]?.title

/** Has the page in a window of this width. */
export function openWindow(width: number): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width <= Number(/max-width: (\d+)px/.exec(query)?.[1]),
    addEventListener() {},
    removeEventListener() {},
  }))
}

/** Prepares a wide window; call it before each test. */
export function startExitTab(): void {
  openWindow(1440)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
}

/** Leaves nothing behind for the next test. */
export function resetExitTab(): void {
  cleanup()
  localStorage.clear()
  ownWallets.set([])
  ownCosts.set([])
  heldItems.set([])
  finishCommand('openTrade')
  walletSession.set(walletSession.initial)
  vi.unstubAllGlobals()
}
