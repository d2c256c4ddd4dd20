import type { ApiClient } from '@opal/contract/client'
import type { CollectionDetail } from '@opal/contract/collections'
import type { LiveMessage } from '@opal/contract/live'
import { useQueryClient } from '@tanstack/react-query'
import { STALE, WINDOWS_REFETCH_MS } from '../../../app/query-client.ts'
import { patchCollection } from '../../../entities/collection/live-collection-stats.ts'
import { useThrottled } from '../../../shared/hooks/use-throttled.ts'
import { refetchAfterChange } from '../../../shared/realtime/refetch.ts'
import { useLive } from '../../../shared/realtime/use-live.ts'

/** First part of the query key of a collection. */
const COLLECTION_KEY = 'collection'
/** Shortest time between two refetches of the counts, in milliseconds: a busy collection changes constantly. */
const COUNTS_MS = 1_000

/** Returns the query of a collection; its result is null when there is none. */
export function collectionQuery(api: ApiClient, idOrSlug: string) {
  return {
    queryKey: [COLLECTION_KEY, idOrSlug] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { fetchCollection } = await import('../fetch-collections.ts')
      return fetchCollection(api, idOrSlug, signal)
    },
    staleTime: STALE.details,
    refetchInterval: WINDOWS_REFETCH_MS,
  }
}

/** Updates a collection's stats by live messages; refetches the counts that messages do not contain. */
export function useLiveCollection(idOrSlug: string, collectionId: string): void {
  const queryClient = useQueryClient()
  const queryKey = [COLLECTION_KEY, idOrSlug]
  const refetch = useThrottled(() => void refetchAfterChange(queryClient, { queryKey }), 0, COUNTS_MS)
  useLive({ collectionId }, (message: LiveMessage) => {
    queryClient.setQueryData<CollectionDetail | null>(queryKey, (before) =>
      before ? patchCollection(before, message) : before,
    )
    if (message.kind === 'activity') refetch()
  })
}
