import type { ApiClient } from '@opal/contract/client'
import { throwing } from '../../shared/realtime/throwing.ts'

/** Returns the query of a wallet's holdings and P&L. It fails instead of answering zeros, which would read as no gain. */
export function walletPnlQuery(api: ApiClient, address: string) {
  return {
    queryKey: ['wallet-card', address] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { getUserPnl } = await import('@opal/contract/portfolio/pnl')
      return api(throwing(getUserPnl), { params: { wallet: address } }, { signal })
    },
  }
}
