import type { ApiClient } from '@opal/contract/client'
import type { Collection } from '@opal/contract/collections'
import type { RankingWindow } from '@opal/contract/constants/windows'
import { FOLLOW_WINDOWS, STALE, soonWhile } from '../../../app/loading/query-client.ts'
import { byOwnClock } from '../../../shared/hooks/by-own-clock.ts'
import { effectiveSort, type LandingView } from './landing-view.ts'

/** First part of the query key of every list of collections. */
const COLLECTIONS_KEY = 'collections'

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

/** The parts of a query's state that decide when it is fetched again. */
interface StripState {
  readonly data: Featured | undefined
  readonly dataUpdateCount: number
}

/**
 * Returns the query of the strip, which other lists may not have. The caller keeps the order that it came in: no card moves under the pointer.
 * @param loaded as the page came, read at `loadedAt`, in milliseconds.
 */
export function featuredQuery(api: ApiClient, loaded: Featured, loadedAt: number) {
  return {
    queryKey: [COLLECTIONS_KEY, 'featured'] as const,
    queryFn: async (): Promise<Featured> => {
      const { fetchFeatured } = await import('../fetch-collections.ts')
      const featured = await fetchFeatured(api)
      // None is returned only where the call failed: throwing keeps what is shown.
      if (featured.collections.length === 0) throw new Error('The featured collections could not be read.')
      return featured
    },
    initialData: loaded,
    initialDataUpdatedAt: byOwnClock(loadedAt),
    enabled: loaded.collections.length > 0,
    staleTime: STALE.lists,
    ...FOLLOW_WINDOWS,
    refetchInterval: ({ state: { data, dataUpdateCount } }: { readonly state: StripState }) =>
      soonWhile(
        data?.collections.some(({ collectionImage }) => collectionImage === null) === true,
        dataUpdateCount,
        FOLLOW_WINDOWS.refetchInterval,
      ),
  }
}
