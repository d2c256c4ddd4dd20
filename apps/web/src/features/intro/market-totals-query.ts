import type { ApiClient } from '@opal/contract/client'
import type { MarketTotals } from '@opal/contract/collections/collection-stats'
import { REFETCH_WHEN_SHOWN } from '../../app/loading/query-client.ts'

/** Time between two readings of the counters while the page is visible. */
export const TOTALS_REFETCH_MS = 15_000

/** Returns the query that keeps the totals current. A failed reading leaves the last ones. */
export function marketTotalsQuery(api: ApiClient) {
  return {
    queryKey: ['market-totals'] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<MarketTotals> => {
      const { fetchMarketTotals } = await import('./fetch-market-totals.ts')
      return fetchMarketTotals(api, signal)
    },
    ...REFETCH_WHEN_SHOWN,
    staleTime: TOTALS_REFETCH_MS,
    refetchInterval: TOTALS_REFETCH_MS,
  }
}
