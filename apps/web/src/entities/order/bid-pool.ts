import type { ApiClient } from '@opal/contract/client'
import { getBidPool } from '@opal/contract/trading/pools'
import { STALE } from '../../app/query-client.ts'

/** A wallet's bid pool: its balance and the bids that it pays. */
export function bidPoolQuery(api: ApiClient, wallet: string) {
  return {
    queryKey: ['bid-pool', wallet] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => api(getBidPool, { params: { wallet } }, { signal }),
    staleTime: STALE.lists,
  }
}
