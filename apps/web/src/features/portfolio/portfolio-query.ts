import type { ApiClient } from '@opal/contract/client'
import type { MarketplaceInfo } from '@opal/contract/network'
import type { PortfolioToken } from '@opal/contract/portfolio'
import type { PortfolioCollection } from '@opal/contract/portfolio/collections'
import { FOLLOW_WINDOWS, STALE } from '../../app/loading/query-client.ts'
import type { OwnCost } from '../../entities/token/own-costs.ts'
import { walletPnlQuery } from '../../entities/wallet/wallet-pnl-query.ts'
import { type PagePlace, windowedPages } from '../../shared/lists/page-window.ts'
import type { Page } from '../../shared/realtime/read-pages.ts'
import type { PortfolioView } from './portfolio-view.ts'

/** First part of the query keys of a portfolio; then follow the wallet and the kind of data. */
export const PORTFOLIO_KEY = 'portfolio'

export interface ItemsPage extends Page<PortfolioToken> {
  /** All that match, over all pages. */
  readonly total: number
}

/** The part of a view that selects items. */
export type ItemsChoice = Pick<PortfolioView, 'filter' | 'collection' | 'marketplaces' | 'sort' | 'order'> & {
  readonly spam: 'include' | 'hide' | 'only'
}

const fetching = () => import('./fetch-portfolio.ts')

/** Returns the part of a view that selects items; equal for views with the same items. */
export function itemsChoice(view: PortfolioView): ItemsChoice {
  const { filter, collection, marketplaces, sort, order } = view
  return { filter, collection, marketplaces, sort, order, spam: view.tab === 'hidden' ? 'only' : 'hide' }
}

/** Returns the part of a view that selects listings: a wallet's own are wanted, also where their collection counts as spam. */
export function listingsChoice(view: PortfolioView, marketplaces: readonly MarketplaceInfo[]): ItemsChoice {
  const available = marketplaces.filter(({ status }) => status !== 'absent').map(({ id }) => id)
  return {
    ...itemsChoice(view),
    filter: 'all',
    marketplaces: view.marketplaces.length > 0 ? view.marketplaces : available,
    spam: 'include',
  }
}

/** Returns the key of a wallet's items as they are chosen. */
export function itemsKey(wallet: string, choice: ItemsChoice) {
  return [PORTFOLIO_KEY, wallet, 'items', choice] as const
}

/** Returns the query of a wallet's items as they are chosen, page by page; a page that is far from the window leaves memory. */
export function itemsQuery(api: ApiClient, wallet: string, choice: ItemsChoice) {
  return {
    queryKey: itemsKey(wallet, choice),
    queryFn: async ({ pageParam, signal }: { pageParam: PagePlace; signal: AbortSignal }) =>
      (await fetching()).fetchItems(api, wallet, choice, pageParam.cursor, signal),
    ...windowedPages<ItemsPage>(),
    staleTime: STALE.lists,
  }
}

/** Returns the query of a wallet's summary: holdings, cost, profit and loss. */
export function summaryQuery(api: ApiClient, wallet: string) {
  return {
    queryKey: [PORTFOLIO_KEY, wallet, 'summary'] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) => (await fetching()).fetchSummary(api, wallet, signal),
    staleTime: STALE.details,
  }
}

/** Returns the query of a wallet's summary among those of others. It fails instead of answering zeros, which their sum would count. */
export function comparedSummaryQuery(api: ApiClient, wallet: string) {
  return {
    ...walletPnlQuery(api, wallet),
    queryKey: [PORTFOLIO_KEY, wallet, 'compared'] as const,
    staleTime: STALE.details,
    // Live messages of all that several wallets hold are too many to follow.
    ...FOLLOW_WINDOWS,
  }
}

/** Amounts that the costs set by the user add to a summary. */
export interface OwnCostSums {
  /** Held items that have such a cost. */
  readonly items: bigint
  /** Octas. */
  readonly cost: bigint
  /** Octas that these items are estimated at. */
  readonly estimate: bigint
}

/** Returns the query of the amounts that own costs add to a wallet's summary. */
export function ownCostSumsQuery(api: ApiClient, wallet: string, costs: readonly OwnCost[]) {
  return {
    queryKey: [PORTFOLIO_KEY, wallet, 'own-costs', costs] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await import('./fetch-costs.ts')).fetchOwnCostSums(api, wallet, costs, signal),
    enabled: costs.length > 0,
    staleTime: STALE.details,
  }
}

/** Returns the query of the collections that a wallet holds something of, page by page. */
export function collectionsQuery(api: ApiClient, wallet: string, search: string) {
  return pagesQuery<Page<PortfolioCollection>>([PORTFOLIO_KEY, wallet, 'collections', search], async (cursor, signal) =>
    (await fetching()).fetchCollections(api, wallet, search, cursor, signal),
  )
}

/** Returns an infinite query of pages that continue at a cursor. */
export function pagesQuery<Answer extends { readonly nextCursor: string | null }>(
  queryKey: readonly unknown[],
  read: (cursor: string | null, signal: AbortSignal) => Promise<Answer>,
) {
  return {
    queryKey,
    queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) => read(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page: Answer) => page.nextCursor,
    staleTime: STALE.lists,
  }
}
