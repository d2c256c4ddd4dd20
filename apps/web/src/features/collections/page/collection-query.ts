import type { ApiClient } from '@opal/contract/client'
import type { CollectionDetail } from '@opal/contract/collections'
import type { LiveMessage } from '@opal/contract/live'
import { useQueryClient } from '@tanstack/react-query'
import { FOLLOW_WINDOWS, STALE } from '../../../app/loading/query-client.ts'
import { patchCollection } from '../../../entities/collection/live-collection-stats.ts'
import { useLive } from '../../../shared/realtime/use-live.ts'
import { refetchQueries, usePacedRefetch } from '../../../shared/realtime/use-paced-refetch.ts'

/** First part of the query key of a collection. */
const COLLECTION_KEY = 'collection'

/** Returns the query of a collection; its result is null when there is none. */
export function collectionQuery(api: ApiClient, idOrSlug: string) {
  return {
    queryKey: [COLLECTION_KEY, idOrSlug] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { fetchCollection } = await import('../fetch-collections.ts')
      return fetchCollection(api, idOrSlug, signal)
    },
    staleTime: STALE.details,
    ...FOLLOW_WINDOWS,
  }
}

/** Messages after which counts may be others, or the image, which is fetched together with the documents of the items. */
const REFETCHED_BY: ReadonlySet<LiveMessage['kind']> = new Set(['activity', 'listings_change', 'tokens_change'])

/** Updates a collection's stats by live messages; refetches what messages do not contain. */
export function useLiveCollection(idOrSlug: string, collectionId: string): void {
  const queryClient = useQueryClient()
  const queryKey = [COLLECTION_KEY, idOrSlug]
  const refetch = usePacedRefetch(() => refetchQueries(queryClient, { queryKey }))
  useLive({ collectionId }, (message: LiveMessage) => {
    queryClient.setQueryData<CollectionDetail | null>(queryKey, (before) =>
      before ? patchCollection(before, message) : before,
    )
    // An answer on its way may be from before the change, and replaces it.
    if (REFETCHED_BY.has(message.kind) || queryClient.isFetching({ queryKey, exact: true }) > 0) refetch()
  })
}
