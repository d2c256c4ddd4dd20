import type { BidItem } from '@opal/contract/bids'
import type { ApiClient } from '@opal/contract/client'
import type { PortfolioToken } from '@opal/contract/portfolio'
import type { PendingClaim } from '@opal/contract/portfolio/claims'
import type { PortfolioCollection } from '@opal/contract/portfolio/collections'
import type { Lot } from '@opal/contract/portfolio/pnl'
import type { ReservedListing } from '@opal/contract/portfolio/reserved-listings'
import { keepPreviousData } from '@tanstack/react-query'
import { STALE } from '../../app/query-client.ts'
import type { OwnCost } from '../../entities/token/own-costs.ts'
import { type PagePlace, windowedPages } from '../../shared/hooks/page-window.ts'
import type { Page } from '../../shared/realtime/read-pages.ts'
import type { BidSort, PortfolioView } from './portfolio-view.ts'
import { type MergedPage, nextList, type WalletCursor } from './wallets/merge-items.ts'

/** First part of the query keys of a portfolio; then follow the wallet and the kind of data. */
export const PORTFOLIO_KEY = 'portfolio'

/** First part of the query keys of several wallets together. */
export const MERGED_KEY = 'merged-portfolio'

export interface ItemsPage extends Page<PortfolioToken> {
  /** All that match, over all pages. */
  readonly total: number
}

/** The part of a view that selects items. */
export type ItemsChoice = Pick<PortfolioView, 'filter' | 'collection' | 'marketplaces' | 'sort' | 'order'> & {
  readonly spam: 'hide' | 'only'
}

export type LotsChoice = Pick<PortfolioView, 'lots' | 'cost' | 'collection'>

/** Subject of a plan of the exit. */
export interface ExitScope extends Pick<PortfolioView, 'collection' | 'least'> {
  readonly wallets: readonly string[]
  /** Set by the user, for items whose cost is not on chain. */
  readonly costs: readonly OwnCost[]
}

const fetching = () => import('./fetch-portfolio.ts')
const fetchingCosts = () => import('./fetch-costs.ts')

/** Returns the part of a view that selects items; equal for views with the same items. */
export function itemsChoice(view: PortfolioView): ItemsChoice {
  const { filter, collection, marketplaces, sort, order } = view
  return { filter, collection, marketplaces, sort, order, spam: view.tab === 'hidden' ? 'only' : 'hide' }
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

/** Returns the key of a wallet's listed items. */
export function listingsKey(wallet: string, choice: ItemsChoice) {
  return [PORTFOLIO_KEY, wallet, 'items', choice, 'listings'] as const
}

/** Returns the query of a wallet's listed items, page by page. */
export function listingsQuery(api: ApiClient, wallet: string, choice: ItemsChoice) {
  return pages<ItemsPage>(listingsKey(wallet, choice), async (cursor, signal) =>
    (await fetching()).fetchItems(api, wallet, choice, cursor, signal),
  )
}

/** Returns the query of a wallet's summary: holdings, cost, profit and loss. */
export function summaryQuery(api: ApiClient, wallet: string) {
  return {
    queryKey: [PORTFOLIO_KEY, wallet, 'summary'] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) => (await fetching()).fetchSummary(api, wallet, signal),
    staleTime: STALE.details,
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
      (await fetchingCosts()).fetchOwnCostSums(api, wallet, costs, signal),
    enabled: costs.length > 0,
    staleTime: STALE.details,
  }
}

/** Returns the infinite query of the items of several wallets; each page after the first continues the list of one of them. */
export function mergedItemsQuery(api: ApiClient, wallets: readonly string[]) {
  return {
    queryKey: [MERGED_KEY, wallets] as const,
    queryFn: async ({ pageParam, signal }: { pageParam: readonly WalletCursor[]; signal: AbortSignal }) =>
      (await fetching()).fetchMergedItems(api, pageParam, signal),
    initialPageParam: wallets.map((wallet) => ({ wallet, cursor: null })) as readonly WalletCursor[],
    getNextPageParam: (_last: MergedPage, pages: readonly MergedPage[]) => {
      const next = nextList(pages)
      return next === null ? null : [next]
    },
    staleTime: STALE.lists,
  }
}

/** Returns the query of the collections that a wallet holds something of, page by page. */
export function collectionsQuery(api: ApiClient, wallet: string, search: string) {
  return pages<Page<PortfolioCollection>>([PORTFOLIO_KEY, wallet, 'collections', search], async (cursor, signal) =>
    (await fetching()).fetchCollections(api, wallet, search, cursor, signal),
  )
}

/**
 * Returns the query of the floors of some collections that a wallet holds something of, by collection; null without a floor.
 * While the floors of other collections are fetched, the former ones stay.
 */
export function floorsQuery(api: ApiClient, wallet: string, collectionIds: readonly string[]) {
  return {
    queryKey: [PORTFOLIO_KEY, wallet, 'floors', collectionIds] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await fetching()).fetchFloors(api, wallet, collectionIds, signal),
    enabled: collectionIds.length > 0,
    placeholderData: keepPreviousData,
    staleTime: STALE.lists,
  }
}

/** The part of a view that selects bids, and orders them. */
export interface BidsChoice {
  readonly type: 'made' | 'received'
  readonly sort: BidSort
  readonly collection: string | null
}

/** Returns the query of a wallet's bids, or the bids for what it holds, page by page. */
export function bidsQuery(api: ApiClient, wallet: string, choice: BidsChoice) {
  return pages<Page<BidItem>>([PORTFOLIO_KEY, wallet, 'bids', choice], async (cursor, signal) =>
    (await fetching()).fetchBids(api, wallet, choice, cursor, signal),
  )
}

/** Returns the query of the costs of some items in octas, by {@link editionKey}: null where unknown, absent where several are held. */
export function costsQuery(api: ApiClient, wallet: string, tokenDataIds: readonly string[]) {
  return {
    queryKey: [PORTFOLIO_KEY, wallet, 'costs', tokenDataIds] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await fetchingCosts()).fetchCosts(api, wallet, tokenDataIds, signal),
    enabled: tokenDataIds.length > 0,
    placeholderData: keepPreviousData,
    staleTime: STALE.lists,
  }
}

/** Returns the infinite query of a wallet's lots: tokens bought, minted and sold. */
export function lotsQuery(api: ApiClient, wallet: string, choice: LotsChoice) {
  return pages<Page<Lot>>([PORTFOLIO_KEY, wallet, 'lots', choice], async (cursor, signal) =>
    (await fetching()).fetchLots(api, wallet, choice, cursor, signal),
  )
}

/** Returns the first part of the query keys of plans on the portfolio of a wallet. */
export function exitKey(wallet: string) {
  return [PORTFOLIO_KEY, wallet, 'exit'] as const
}

/** Returns the query of what some wallets would get for their items now, on the portfolio of one. While another plan is fetched, the former one stays. */
export function exitQuery(api: ApiClient, wallet: string, scope: ExitScope) {
  return {
    queryKey: [...exitKey(wallet), scope] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) => (await fetching()).fetchExit(api, scope, signal),
    placeholderData: keepPreviousData,
    staleTime: STALE.lists,
  }
}

/** Returns the infinite query of tokens that were offered to a wallet and wait to be claimed. */
export function claimsQuery(api: ApiClient, wallet: string, collection: string | null) {
  return pages<Page<PendingClaim>>([PORTFOLIO_KEY, wallet, 'offers', collection], async (cursor, signal) =>
    (await fetching()).fetchClaims(api, wallet, collection, cursor, signal),
  )
}

/** Returns the infinite query of the listings that are reserved for a wallet. */
export function reservedQuery(api: ApiClient, wallet: string, collection: string | null) {
  return pages<Page<ReservedListing>>([PORTFOLIO_KEY, wallet, 'reserved', collection], async (cursor, signal) =>
    (await fetching()).fetchReserved(api, wallet, collection, cursor, signal),
  )
}

function pages<Answer extends { readonly nextCursor: string | null }>(
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
