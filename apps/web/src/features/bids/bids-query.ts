import type { ApiClient } from '@opal/contract/client'
import type { TokenConditionInput } from '@opal/contract/tokens/token-filter'
import { STALE } from '../../app/loading/query-client.ts'
import type { BidsPage } from './fetch-bids.ts'

/** First part of the query key of a collection's bids. */
export const BIDS_KEY = 'bids'
/** Third part: the ladder of offers, those on sets, the viewer's own, the listings, and what the viewer could sell into offers. */
export type BookPart = 'ladder' | 'sets' | 'own' | 'asks' | 'exit'

/** Returns the infinite query of live collection offers by price. */
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

/** Returns the query of the best offers on sets of a collection's tokens. */
export function setBidsQuery(api: ApiClient, collectionId: string) {
  return {
    queryKey: [BIDS_KEY, collectionId, 'sets'] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { fetchSetBids } = await import('./fetch-bids.ts')
      return fetchSetBids(api, collectionId, signal)
    },
    staleTime: STALE.lists,
  }
}

/** Returns the query of the ladder of offers on sets that hold every token that fits a condition. */
export function setLevelsQuery(api: ApiClient, collectionId: string, condition: TokenConditionInput) {
  return {
    queryKey: [BIDS_KEY, collectionId, 'sets', condition] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { fetchSetLevels } = await import('./fetch-bids.ts')
      return fetchSetLevels(api, collectionId, condition, signal)
    },
    staleTime: STALE.lists,
  }
}

/** Returns the query of what can be bought, cheapest first, as far as the book goes. */
export function asksQuery(api: ApiClient, collectionId: string) {
  return {
    queryKey: [BIDS_KEY, collectionId, 'asks'] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { fetchAsks } = await import('./fetch-bids.ts')
      return fetchAsks(api, collectionId, signal)
    },
    staleTime: STALE.lists,
  }
}

/** Returns the query of what a wallet could sell into bids, and of these bids; disabled while no wallet is connected. */
export function exitQuery(api: ApiClient, collectionId: string, wallet: string | null) {
  return {
    queryKey: [BIDS_KEY, collectionId, 'exit', wallet] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      if (wallet === null) return null
      const { fetchExit } = await import('./fetch-bids.ts')
      return fetchExit(api, collectionId, wallet, signal)
    },
    enabled: wallet !== null,
    staleTime: STALE.lists,
  }
}

/** Returns the query of the viewer's own bids; disabled while no wallet is connected. */
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
