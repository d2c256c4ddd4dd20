import type { ApiClient } from '@opal/contract/client'
import type { Token } from '@opal/contract/shapes/token'
import { STALE } from '../../lib/query-client.ts'
import type { WalletView } from './wallet-view.ts'

export const HOLDINGS_KEY = 'holdings'

export interface HoldingsPage {
  readonly data: readonly Token[]
  readonly nextCursor: string | null
  readonly total: number
}

export function holdingsQuery(api: ApiClient, wallet: string, type: WalletView['filter']) {
  return {
    queryKey: [HOLDINGS_KEY, wallet, type] as const,
    queryFn: async ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) => {
      const { fetchHoldings } = await import('./fetch-holdings.ts')
      return fetchHoldings(api, wallet, type, pageParam, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: HoldingsPage) => page.nextCursor,
    staleTime: STALE.lists,
  }
}
