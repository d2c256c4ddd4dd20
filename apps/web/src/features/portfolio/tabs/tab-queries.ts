import type { BidItem } from '@opal/contract/bids'
import type { ApiClient } from '@opal/contract/client'
import type { PendingClaim, SentOffer } from '@opal/contract/portfolio/claims'
import type { Lot } from '@opal/contract/portfolio/pnl'
import type { ReservedListing } from '@opal/contract/portfolio/reserved-listings'
import { keepPreviousData } from '@tanstack/react-query'
import { STALE } from '../../../app/loading/query-client.ts'
import type { Page } from '../../../shared/realtime/read-pages.ts'
import { type ItemsChoice, type ItemsPage, PORTFOLIO_KEY, pagesQuery } from '../portfolio-query.ts'
import type { BidSort, PortfolioView } from '../portfolio-view.ts'

const fetching = () => import('../fetch-portfolio.ts')

/** Returns the key of a wallet's listed items. */
export function listingsKey(wallet: string, choice: ItemsChoice) {
  return [PORTFOLIO_KEY, wallet, 'items', choice, 'listings'] as const
}

/** Returns the query of a wallet's listed items, page by page. */
export function listingsQuery(api: ApiClient, wallet: string, choice: ItemsChoice) {
  return pagesQuery<ItemsPage>(listingsKey(wallet, choice), async (cursor, signal) =>
    (await fetching()).fetchItems(api, wallet, choice, cursor, signal),
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
  return pagesQuery<Page<BidItem>>([PORTFOLIO_KEY, wallet, 'bids', choice], async (cursor, signal) =>
    (await fetching()).fetchBids(api, wallet, choice, cursor, signal),
  )
}

/** Returns the query of the costs of some items in octas, by {@link editionKey}: null where unknown, absent where several are held. */
export function costsQuery(api: ApiClient, wallet: string, tokenDataIds: readonly string[]) {
  return {
    queryKey: [PORTFOLIO_KEY, wallet, 'costs', tokenDataIds] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await import('../fetch-costs.ts')).fetchCosts(api, wallet, tokenDataIds, signal),
    enabled: tokenDataIds.length > 0,
    placeholderData: keepPreviousData,
    staleTime: STALE.lists,
  }
}

/** The part of a view that selects lots. */
export type LotsChoice = Pick<PortfolioView, 'lots' | 'cost' | 'collection'>

/** Returns the infinite query of a wallet's lots: tokens bought, minted and sold. */
export function lotsQuery(api: ApiClient, wallet: string, choice: LotsChoice) {
  return pagesQuery<Page<Lot>>([PORTFOLIO_KEY, wallet, 'lots', choice], async (cursor, signal) =>
    (await fetching()).fetchLots(api, wallet, choice, cursor, signal),
  )
}

/** Returns the infinite query of tokens that were offered to a wallet and wait to be claimed. */
export function claimsQuery(api: ApiClient, wallet: string, collection: string | null) {
  return pagesQuery<Page<PendingClaim>>([PORTFOLIO_KEY, wallet, 'offers', collection], async (cursor, signal) =>
    (await fetching()).fetchClaims(api, wallet, collection, cursor, signal),
  )
}

/** Returns the infinite query of tokens that a wallet has sent and nobody has claimed. */
export function sentQuery(api: ApiClient, wallet: string, collection: string | null) {
  return pagesQuery<Page<SentOffer>>([PORTFOLIO_KEY, wallet, 'sent', collection], async (cursor, signal) =>
    (await fetching()).fetchSent(api, wallet, collection, cursor, signal),
  )
}

/** Returns the infinite query of the listings that are reserved for a wallet. */
export function reservedQuery(api: ApiClient, wallet: string, collection: string | null) {
  return pagesQuery<Page<ReservedListing>>([PORTFOLIO_KEY, wallet, 'reserved', collection], async (cursor, signal) =>
    (await fetching()).fetchReserved(api, wallet, collection, cursor, signal),
  )
}
