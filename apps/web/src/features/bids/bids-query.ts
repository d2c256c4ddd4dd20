import type { ApiClient } from '@opal/contract/client'
import { STALE } from '../../app/query-client.ts'
import type { BidsPage } from './fetch-bids.ts'

/** First key of everything about a collection's bids in the cache. */
export const BIDS_KEY = 'bids'

/** All live offers for any token of a collection, by price, page by page. */
export function bidsQuery(api: ApiClient, collectionId: string) {
  return {
    queryKey: [BIDS_KEY, collectionId, 'ladder'] as const,
    queryFn: async ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) => {
      const { fetchBids } = await import('./fetch-bids.ts')
      return fetchBids(api, collectionId, pageParam, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: BidsPage) => page.nextCursor,
    staleTime: STALE.lists,
  }
}

/** The viewer's own bids; asks nothing while nobody is connected. */
export function ownBidsQuery(api: ApiClient, collectionId: string, wallet: string | null) {
  return {
    queryKey: [BIDS_KEY, collectionId, 'own', wallet] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      if (wallet === null) return {}
      const { fetchOwnBids } = await import('./fetch-bids.ts')
      return fetchOwnBids(api, collectionId, wallet, signal)
    },
    enabled: wallet !== null,
    staleTime: STALE.lists,
  }
}
