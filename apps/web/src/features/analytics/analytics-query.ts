import type { ApiClient } from '@opal/contract/client'
import { HISTORY_STEPS, type HistoryWindow } from '@opal/contract/constants/windows'
import { REFETCH_WHEN_SHOWN, STALE } from '../../app/loading/query-client.ts'
import {
  fetchBidLevels,
  fetchHistory,
  fetchHoldings,
  fetchHoldingTimes,
  fetchListings,
  fetchSales,
} from './fetch-analytics.ts'

/** First part of the query key of a collection's charts. */
export const ANALYTICS_KEY = 'analytics'

interface Signalled {
  signal: AbortSignal
}

/** Returns the queries of a collection's charts. Loaded with the charts, so none is part of a first load. */
export function analyticsQueries(api: ApiClient, collectionId: string) {
  const common = { ...REFETCH_WHEN_SHOWN, staleTime: STALE.metrics }
  const key = (...rest: readonly string[]) => [ANALYTICS_KEY, collectionId, ...rest]
  return {
    history: (window: HistoryWindow) => ({
      ...common,
      queryKey: key('history', window),
      queryFn: ({ signal }: Signalled) => fetchHistory(api, collectionId, window, signal),
    }),
    sales: (window: HistoryWindow) => ({
      ...common,
      queryKey: key('sales', window),
      queryFn: ({ signal }: Signalled) => fetchSales(api, collectionId, microsAgo(HISTORY_STEPS[window].hours), signal),
    }),
    listings: {
      ...common,
      queryKey: key('listings'),
      queryFn: ({ signal }: Signalled) => fetchListings(api, collectionId, signal),
    },
    bids: {
      ...common,
      queryKey: key('bids'),
      queryFn: ({ signal }: Signalled) => fetchBidLevels(api, collectionId, signal),
    },
    holdings: {
      ...common,
      queryKey: key('holdings'),
      queryFn: ({ signal }: Signalled) => fetchHoldings(api, collectionId, signal),
    },
    holdingTimes: {
      ...common,
      queryKey: key('holding-times'),
      queryFn: ({ signal }: Signalled) => fetchHoldingTimes(api, collectionId, signal),
    },
  }
}

function microsAgo(hours: number): bigint {
  return BigInt(Date.now() - hours * 3_600_000) * 1000n
}
