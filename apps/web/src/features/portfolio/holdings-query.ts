import type { ApiClient } from '@opal/contract/client'
import { listUserTokens } from '@opal/contract/endpoints/list-user-tokens'
import type { Token } from '@opal/contract/shapes/token'
import { STALE } from '../../lib/query-client.ts'
import type { WalletView } from './wallet-view.ts'

/** @source spec, section 9 "portfolio default limit 50" */
const PAGE_SIZE = 50
export const HOLDINGS_KEY = 'holdings'

export interface HoldingsPage {
  readonly data: readonly Token[]
  readonly nextCursor: string | null
  readonly total: number
}

/** Tokens of a wallet, escrowed ones included, for the server's loader and the browser alike. */
export function fetchHoldings(
  api: ApiClient,
  wallet: string,
  type: WalletView['filter'],
  cursor: string | null,
  signal?: AbortSignal,
): Promise<HoldingsPage> {
  const query = { type, take: PAGE_SIZE, ...(cursor !== null && { cursor }) }
  return api(listUserTokens, { params: { wallet }, query }, signal === undefined ? {} : { signal })
}

export function holdingsQuery(api: ApiClient, wallet: string, type: WalletView['filter']) {
  return {
    queryKey: [HOLDINGS_KEY, wallet, type] as const,
    queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
      fetchHoldings(api, wallet, type, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page: HoldingsPage) => page.nextCursor,
    staleTime: STALE.lists,
  }
}
