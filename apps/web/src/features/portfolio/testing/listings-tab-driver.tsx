import type { PortfolioToken } from '@opal/contract/portfolio'
import { QueryClient } from '@tanstack/react-query'
import { cleanup } from '@testing-library/react'
import { vi } from 'vitest'
import { finishCommand } from '../../../app/commands.ts'
import { pendingTokens } from '../../../entities/token/pending-tokens.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { type ApiAnswers, renderSite } from '../../../testing/render-site.tsx'
import { ME, testingItem, testingListing } from '../../../testing/testing-item.ts'
import ListingsTab from '../listings/listings-tab.tsx'
import { DEFAULT_PORTFOLIO_VIEW, type PortfolioView } from '../portfolio-view.ts'

const FLOORS = `/data/user/collections/details/${ME}`
export const idOf = (at: number) => `0x${at.toString(16).padStart(64, '0')}`

/** An item for 1 APT, the only one of its collection. */
export function listed(at: number): PortfolioToken {
  const token = testingItem(idOf(at), { name: `Stone #${at}`, collectionId: idOf(1000 + at) })
  return { ...token, ownListings: [testingListing(token.tokenDataId, { marketplace: 'own' })] }
}

/** Called with each view that is chosen. */
export const changed = vi.fn<(view: PortfolioView) => void>()

/** Shows the listings of a wallet, and returns the queries of the page. */
export function openListings(
  items: () => readonly PortfolioToken[],
  floors: (ids: readonly string[]) => unknown,
  filters: Partial<PortfolioView> = {},
  more: ApiAnswers = {},
) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const page = () => ({ data: items(), nextCursor: null, total: items().length })
  const answers = {
    [`/data/user/tokens/${ME}`]: page,
    [FLOORS]: (body: unknown) => floors((body as { collectionIds: string[] }).collectionIds),
    ...more,
  }
  const view = { ...DEFAULT_PORTFOLIO_VIEW, tab: 'listings' as const, ...filters }
  renderSite(<ListingsTab wallet={ME} view={view} onViewChange={changed} />, answers, undefined, { queries })
  return queries
}

/** Floors of 0.8 APT. */
export function floorsOf(ids: readonly string[]) {
  const data = ids.map((collectionId) => ({
    collectionId,
    name: 'Stones',
    image: null,
    isVerified: false,
    slug: 'stones',
    tokenStandard: 'v2',
    floorPrice: '80000000',
    ownFloor: '100000000',
    floorVersion: '2',
    topBid: null,
    listed: '1',
    value: '0',
    tokenCount: '1',
    isSpam: false,
  }))
  return { data }
}

export const floorWith = (changes: object) => ({ ...floorsOf([listed(1).collectionId]).data[0], ...changes })

/** Counts the marks of this text in the column that wide windows show, and below the price, where phones have them. */
export function marks(text: string, within: ParentNode = document) {
  const all = [...within.querySelectorAll('td[data-priority]')].map((cell) => ({
    isWide: cell.getAttribute('data-priority') === '2',
    text: cell.textContent,
  }))
  const found = all.filter((cell) => cell.text.includes(text))
  return { wide: found.filter(({ isWide }) => isWide).length, phone: found.filter(({ isWide }) => !isWide).length }
}

/** Leaves nothing behind for the next test. */
export function resetListingsTab(): void {
  cleanup()
  pendingTokens.set(new Set())
  finishCommand('openTrade')
  walletSession.set(walletSession.initial)
  vi.unstubAllGlobals()
}
