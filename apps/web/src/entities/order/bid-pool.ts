import type { ApiClient } from '@opal/contract/client'
import { getBidPool } from '@opal/contract/trading/pools'
import { STALE } from '../../app/query-client.ts'

/** A wallet's bid pool, what it holds and what stands behind it. */
export function bidPoolQuery(api: ApiClient, wallet: string) {
  return {
    queryKey: ['bid-pool', wallet] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => api(getBidPool, { params: { wallet } }, { signal }),
    staleTime: STALE.lists,
  }
}
