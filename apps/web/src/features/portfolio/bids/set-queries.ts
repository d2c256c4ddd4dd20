import type { BidItem } from '@opal/contract/bids'
import type { ApiClient } from '@opal/contract/client'
import { getTokenSetFit } from '@opal/contract/token-sets'
import { listCollectionTokens } from '@opal/contract/tokens'
import { queryOptions, skipToken } from '@tanstack/react-query'
import pLimit from 'p-limit'
import { FOLLOW_WINDOWS, STALE } from '../../../app/loading/query-client.ts'
import { throwing } from '../../../shared/realtime/throwing.ts'

/** Requests about sets, a few at a time: a list of bids makes one for each of its conditions, and no call answers several. */
const limitRequests = pLimit(4)

/** Returns the query of how many items of a set fit its condition now. */
export function setFitQuery(api: ApiClient, root: string) {
  return {
    queryKey: ['set-fit', root] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      limitRequests(() => api(getTokenSetFit, { params: { root } }, { signal })),
    staleTime: STALE.metrics,
  }
}

/**
 * Returns the query of the lowest price in octas among the items that fit the condition of a bid's set; null where none is
 * listed. Without a condition it asks nothing. It follows the market by the minute: no message names what fits a condition.
 */
export function setFloorQuery(api: ApiClient, { collectionId, setCondition }: BidItem) {
  return queryOptions({
    queryKey: ['set-floor', collectionId, setCondition] as const,
    queryFn:
      collectionId === null || setCondition === null
        ? skipToken
        : async ({ signal }): Promise<string | null> => {
            const { toConditionQuery } = await import('../../../entities/token-set/fitting-set.ts')
            const cheapest = { nftType: 'LISTED', sort: 'price_asc', limit: 1 } as const
            const query = { ...toConditionQuery(setCondition), ...cheapest }
            const request = { params: { id: collectionId }, query }
            const { data } = await limitRequests(() => api(throwing(listCollectionTokens), request, { signal }))
            return data[0]?.listedPrice ?? null
          },
    staleTime: STALE.metrics,
    ...FOLLOW_WINDOWS,
  })
}

/** Announces a set again that the site no longer stores, and returns its condition; null where it could not be rebuilt. */
export function lostSetQuery(api: ApiClient, root: string, collectionId: string) {
  return {
    queryKey: ['lost-set', root] as const,
    // Loaded with the first of them: such bids are rare.
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await import('../../../entities/token-set/fitting-set.ts')).announceAgain(api, { root, collectionId }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  }
}
