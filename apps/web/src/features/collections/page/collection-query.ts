import type { ApiClient } from '@opal/contract/client'
import type { CollectionDetail } from '@opal/contract/collections'
import type { LiveMessage } from '@opal/contract/live'
import { useQueryClient } from '@tanstack/react-query'
import { STALE } from '../../../app/query-client.ts'
import { patchCollection } from '../../../entities/collection/live-collection-stats.ts'
import { refetchAfterChange } from '../../../shared/realtime/refetch.ts'
import { useLive } from '../../../shared/realtime/use-live.ts'

/** First key of single collections in the cache. */
const COLLECTION_KEY = 'collection'

/** One collection; null when there is none of that id or slug. */
export function collectionQuery(api: ApiClient, idOrSlug: string) {
  return {
    queryKey: [COLLECTION_KEY, idOrSlug] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { fetchCollection } = await import('../fetch-collections.ts')
      return fetchCollection(api, idOrSlug, signal)
    },
    staleTime: STALE.details,
  }
}

/** Patches a shown collection's figures by live messages; counts that messages do not carry are read anew. */
export function useLiveCollection(idOrSlug: string, collectionId: string): void {
  const queryClient = useQueryClient()
  const queryKey = [COLLECTION_KEY, idOrSlug]
  useLive({ collectionId }, (message: LiveMessage) => {
    queryClient.setQueryData<CollectionDetail | null>(queryKey, (before) =>
      before ? patchCollection(before, message) : before,
    )
    if (message.kind === 'activity') void refetchAfterChange(queryClient, { queryKey })
  })
}
