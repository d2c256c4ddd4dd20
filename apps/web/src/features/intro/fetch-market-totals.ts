import type { ApiClient } from '@opal/contract/client'
import { getMarketTotals, type MarketTotals } from '@opal/contract/collections/collection-stats'

/** Fetches the totals of the whole market. @throws ApiError */
export function fetchMarketTotals(api: ApiClient, signal?: AbortSignal): Promise<MarketTotals> {
  return api(getMarketTotals, {}, signal === undefined ? {} : { signal })
}
