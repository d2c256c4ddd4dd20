import type { ApiClient } from '@opal/contract/client'
import { STALE } from '../../app/loading/query-client.ts'

/** Key of all reports of order health, followed by the wallet. */
const ORDER_HEALTH_KEY = 'order-health'

const fetching = () => import('./fetch-order-health.ts')

/** Orders of a wallet that went stale or became dangerous. */
export function staleOrdersQuery(api: ApiClient, wallet: string) {
  return {
    queryKey: [ORDER_HEALTH_KEY, wallet, 'orders'] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) => (await fetching()).fetchStaleOrders(api, wallet, signal),
    staleTime: STALE.lists,
  }
}

/** @param marketplaces the marketplaces that are not ours */
export function loyaltyQuery(api: ApiClient, wallet: string, marketplaces: readonly string[]) {
  return {
    queryKey: [ORDER_HEALTH_KEY, wallet, 'loyalty'] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await fetching()).fetchLoyalty(api, wallet, marketplaces, signal),
    staleTime: STALE.lists,
  }
}
