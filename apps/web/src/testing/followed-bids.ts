// Before React, which looks for a document when it is loaded.
import './bare-document.ts'
import type { ApiClient } from '@opal/contract/client'
import { QueryClient, QueryClientProvider, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { bidPoolQuery } from '../entities/order/bid-pool.ts'
import { exitQuery, bidsQuery as ladderQuery, ownBidsQuery } from '../features/bids/bids-query.ts'
import type { HeldAndBids } from '../features/bids/fetch-bids.ts'
import { useLiveBids } from '../features/bids/use-live-bids.ts'
import { DEFAULT_PORTFOLIO_VIEW } from '../features/portfolio/portfolio-view.ts'
import { useLiveSummary } from '../features/portfolio/summary/use-live-summary.ts'
import { bidsQuery } from '../features/portfolio/tabs/tab-queries.ts'

/** A bidder's bids as pages show them, and what a holder could sell into them. */
export interface ShownBids {
  /** Items wanted by price in octas, of a collection's book. */
  readonly ladder: Readonly<Record<string, string>>
  /** Items that can be filled now by offer, of the bidder's portfolio. */
  readonly fillable: Readonly<Record<string, string>>
  /** Octas in the bidder's pool; null while it is loading. */
  readonly balance: string | null
  readonly exit: ShownExit
}

/** What a holder could sell into bids. */
export interface ShownExit {
  /** Best bid and its octas by item that is held. */
  readonly held: Readonly<Record<string, string | null>>
  /** Items wanted by offer on any of the collection. */
  readonly bids: Readonly<Record<string, string>>
}

export function shownExit(exit: HeldAndBids | null | undefined): ShownExit {
  const best = ({ bestExit }: HeldAndBids['held'][number]) => bestExit && `${bestExit.offerId} ${bestExit.priceOctas}`
  return {
    held: Object.fromEntries(exit?.held.map((token) => [token.tokenDataId, best(token)]) ?? []),
    bids: Object.fromEntries(
      exit?.bids.map(({ offerId, remainingTokenAmount }) => [offerId, remainingTokenAmount]) ?? [],
    ),
  }
}

const NO_COLLECTIONS: ReadonlySet<string> = new Set()

/**
 * Opens a collection's book, as a holder of its items sees it, and a bidder's portfolio, without what draws them. Each query is fetched once;
 * whatever comes later follows from live messages.
 * @returns what is shown now, and a function that closes the pages.
 */
export function openFollowedBids(
  api: ApiClient,
  collectionId: string,
  { bidder, holder }: { readonly bidder: string; readonly holder: string },
) {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  })
  let shown: ShownBids = { ladder: {}, fillable: {}, balance: null, exit: shownExit(null) }
  function Pages() {
    const ladder = useInfiniteQuery(ladderQuery(api, collectionId)).data?.pages.flatMap(({ data }) => data) ?? []
    const made = useInfiniteQuery(
      bidsQuery(api, bidder, { type: 'made', sort: DEFAULT_PORTFOLIO_VIEW.bidSort, collection: null }),
    )
    const pool = useQuery(bidPoolQuery(api, bidder))
    useQuery(ownBidsQuery(api, collectionId, bidder))
    const exit = useQuery(exitQuery(api, collectionId, holder)).data
    useLiveBids(collectionId)
    useLiveSummary(bidder, NO_COLLECTIONS)
    shown = {
      ladder: Object.fromEntries(ladder.map(({ price, size }) => [price, size])),
      fillable: Object.fromEntries(
        made.data?.pages.flatMap(({ data }) => data.map(({ offerId, fillable }) => [offerId, fillable])) ?? [],
      ),
      balance: pool.data?.balance ?? null,
      exit: shownExit(exit),
    }
    return null
  }
  const root = createRoot(document.createElement('div'))
  root.render(createElement(QueryClientProvider, { client: queries }, createElement(Pages)))
  return { shown: () => shown, close: () => root.unmount() }
}
