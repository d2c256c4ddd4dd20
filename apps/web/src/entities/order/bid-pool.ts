import type { ApiClient } from '@opal/contract/client'
import { useQueryClient } from '@tanstack/react-query'
import { STALE } from '../../app/loading/query-client.ts'
import { throwing } from '../../shared/realtime/throwing.ts'
import { useLive } from '../../shared/realtime/use-live.ts'
import { refetchQueries, usePacedRefetch } from '../../shared/realtime/use-paced-refetch.ts'

/** Returns the key of the query of a wallet's bid pool. */
export function bidPoolKey(wallet: string) {
  return ['bid-pool', wallet] as const
}

/** Returns the query of a wallet's bid pool: its balance and the bids that it pays. A failure is an error, not an empty pool. */
export function bidPoolQuery(api: ApiClient, wallet: string) {
  return {
    queryKey: bidPoolKey(wallet),
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { getBidPool } = await import('@opal/contract/trading/pools')
      return api(throwing(getBidPool), { params: { wallet } }, { signal })
    },
    staleTime: STALE.lists,
  }
}

/** Refetches a wallet's bid pool when its balance changes: by deposits, withdrawals and bids that are accepted. */
export function useLiveBidPool(wallet: string): void {
  const queryClient = useQueryClient()
  const refetch = usePacedRefetch(() => refetchQueries(queryClient, { queryKey: bidPoolKey(wallet) }))
  useLive({ room: 'bid_room' }, (message) => {
    if (message.kind === 'pool_change' && message.wallet === wallet) refetch()
  })
}
