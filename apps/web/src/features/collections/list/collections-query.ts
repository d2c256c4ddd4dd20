import type { ApiClient } from '@opal/contract/client'
import type { Collection } from '@opal/contract/collections'
import type { RankingWindow } from '@opal/contract/constants/sorts'
import { FOLLOW_WINDOWS, STALE } from '../../../app/loading/query-client.ts'
import { COLLECTIONS_KEY } from '../../../entities/collection/collections-key.ts'
import { effectiveSort, type LandingView } from './landing-view.ts'

/** One page of the ranked table. */
export interface CollectionsPage {
  readonly data: readonly Collection[]
  readonly nextCursor: string | null
}

/** Returns the infinite query of a view. Order and window are its key: tabs with the same share rows. */
export function collectionsQuery(api: ApiClient, view: LandingView) {
  const sort = effectiveSort(view)
  return {
    queryKey: [COLLECTIONS_KEY, 'ranked', sort.key, sort.order, view.window] as const,
    queryFn: async ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) => {
      const { fetchCollections } = await import('../fetch-collections.ts')
      return fetchCollections(api, view, pageParam, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: CollectionsPage) => page.nextCursor,
    staleTime: STALE.lists,
    ...FOLLOW_WINDOWS,
  }
}

/** Returns the query of the user's favourite collections. */
export function favouritesQuery(
  api: ApiClient,
  ids: readonly string[],
  { wallet, window }: { readonly wallet: string | null; readonly window: RankingWindow },
) {
  return {
    queryKey: [COLLECTIONS_KEY, 'favourites', window, ...ids] as const,
    queryFn: async (): Promise<readonly Collection[]> => {
      const { fetchFavourites } = await import('../fetch-collections.ts')
      return fetchFavourites(api, ids, { wallet, window })
    },
    staleTime: STALE.lists,
    ...FOLLOW_WINDOWS,
  }
}

/** The strip at the top of the landing page. */
export interface Featured {
  readonly title: 'Featured' | 'Popular today'
  readonly collections: readonly Collection[]
}
