import type { ApiClient } from '@opal/contract/client'
import { getMarketTotals, type MarketTotals } from '@opal/contract/collections/collection-stats'

/** Time between two readings of the counters while the page is visible. */
export const TOTALS_REFETCH_MS = 15_000

/** Fetches the totals of the whole market; null when they are unavailable. */
export async function fetchMarketTotals(api: ApiClient): Promise<MarketTotals | null> {
  return api(getMarketTotals, {}).catch(() => null)
}

/** Returns the query that keeps the totals current. A failed reading leaves the last ones. */
export function marketTotalsQuery(api: ApiClient) {
  return {
    queryKey: ['market-totals'] as const,
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<MarketTotals> => api(getMarketTotals, {}, { signal }),
    staleTime: TOTALS_REFETCH_MS,
    refetchInterval: TOTALS_REFETCH_MS,
  }
}
