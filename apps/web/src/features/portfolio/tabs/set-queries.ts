import type { ApiClient } from '@opal/contract/client'
import { getTokenSetFit } from '@opal/contract/token-sets'
import { STALE } from '../../../app/query-client.ts'

/** How many items of a set fit its condition now. */
export function setFitQuery(api: ApiClient, root: string) {
  return {
    queryKey: ['set-fit', root] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => api(getTokenSetFit, { params: { root } }, { signal }),
    staleTime: STALE.details,
  }
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
