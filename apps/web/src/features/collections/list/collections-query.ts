import type { ApiClient } from '@opal/contract/client'
import type { Collection } from '@opal/contract/collections'
import { STALE } from '../../../app/query-client.ts'
import { COLLECTIONS_KEY } from '../../../entities/collection/collections-key.ts'
import { effectiveSort, type LandingView } from './landing-view.ts'

/** One page of the ranked table. */
export interface CollectionsPage {
  readonly data: readonly Collection[]
  readonly nextCursor: string | null
}

/** The infinite query of a view. Only the order is part of the key: tabs that order alike share rows. */
export function collectionsQuery(api: ApiClient, view: LandingView) {
  const sort = effectiveSort(view)
  return {
    queryKey: [COLLECTIONS_KEY, 'ranked', sort.key, sort.order] as const,
    queryFn: async ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) => {
      const { fetchCollections } = await import('../fetch-collections.ts')
      return fetchCollections(api, view, pageParam, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: CollectionsPage) => page.nextCursor,
    staleTime: STALE.lists,
  }
}

/** The collections a reader has starred; one that is gone is left out. */
export function favouritesQuery(api: ApiClient, ids: readonly string[], wallet: string | null) {
  return {
    queryKey: [COLLECTIONS_KEY, 'favourites', ...ids] as const,
    queryFn: async (): Promise<readonly Collection[]> => {
      const { fetchFavourites } = await import('../fetch-collections.ts')
      return fetchFavourites(api, ids, wallet)
    },
    staleTime: STALE.lists,
  }
}

/** What the landing page shows large. */
export interface Featured {
  readonly title: 'Featured' | 'Popular today'
  readonly collections: readonly Collection[]
}
