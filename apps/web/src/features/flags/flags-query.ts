import type { ApiClient } from '@opal/contract/client'
import type { Flag } from '@opal/contract/collections/flags'

/** One page of a collection's log. */
export interface FlagsPage {
  readonly data: readonly Flag[]
  readonly nextCursor: string | null
}

const FLAGS_KEY = 'flags'

/** Returns the infinite query of a collection's flags, newest first. Refetched whenever the dialog opens. */
export function flagsQuery(api: ApiClient, collectionId: string) {
  return {
    queryKey: [FLAGS_KEY, collectionId] as const,
    queryFn: async ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }): Promise<FlagsPage> => {
      const { fetchFlags } = await import('./flag-calls.ts')
      return fetchFlags(api, collectionId, pageParam, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: FlagsPage) => page.nextCursor,
    staleTime: 0,
  }
}
