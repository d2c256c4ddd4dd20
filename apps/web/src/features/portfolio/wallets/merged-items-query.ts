import type { ApiClient } from '@opal/contract/client'
import { FOLLOW_WINDOWS, STALE } from '../../../app/loading/query-client.ts'
import { type MergedPage, nextList, type WalletCursor } from './merge-items.ts'

/** First part of the query keys of several wallets together. */
export const MERGED_KEY = 'merged-portfolio'

/** Returns the infinite query of the items of several wallets; each page after the first continues the list of one of them. */
export function mergedItemsQuery(api: ApiClient, wallets: readonly string[]) {
  return {
    queryKey: [MERGED_KEY, wallets] as const,
    queryFn: async ({ pageParam, signal }: { pageParam: readonly WalletCursor[]; signal: AbortSignal }) =>
      (await import('../fetch-portfolio.ts')).fetchMergedItems(api, pageParam, signal),
    initialPageParam: wallets.map((wallet) => ({ wallet, cursor: null })) as readonly WalletCursor[],
    getNextPageParam: (_last: MergedPage, pages: readonly MergedPage[]) => {
      const next = nextList(pages)
      return next === null ? null : [next]
    },
    staleTime: STALE.lists,
    ...FOLLOW_WINDOWS,
  }
}
