import type { ApiClient } from '@opal/contract/client'
import { getCollection } from '@opal/contract/endpoints/get-collection'
import { listCollections } from '@opal/contract/endpoints/list-collections'
import { listFeaturedCollections } from '@opal/contract/endpoints/list-featured-collections'
import { listPopularCollections } from '@opal/contract/endpoints/list-popular-collections'
import type { Collection } from '@opal/contract/shapes/collection'
import { STALE } from '../../lib/query-client.ts'
import { effectiveSort, type LandingView } from './landing-view.ts'

/** Rows asked for at a time. */
const PAGE_SIZE = 50

/** One page of the ranked table. */
export interface CollectionsPage {
  readonly data: readonly Collection[]
  readonly nextCursor: string | null
}

/** First key of every list of collections in the cache; live messages patch them all. */
export const COLLECTIONS_KEY = 'collections'

/** The ranked list, for the server's loader and the browser alike. */
export async function fetchCollections(
  api: ApiClient,
  view: LandingView,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<CollectionsPage> {
  const { key, order } = effectiveSort(view)
  const query = { take: PAGE_SIZE, sortBy: key, order, ...(cursor !== null && { cursor }) }
  return api(listCollections, { query }, signal === undefined ? {} : { signal })
}

/** The infinite query of a view. Only the order is part of the key: tabs that order alike share rows. */
export function collectionsQuery(api: ApiClient, view: LandingView) {
  const sort = effectiveSort(view)
  return {
    queryKey: [COLLECTIONS_KEY, 'ranked', sort.key, sort.order] as const,
    queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
      fetchCollections(api, view, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page: CollectionsPage) => page.nextCursor,
    staleTime: STALE.lists,
  }
}

/** The collections a reader keeps in this browser; one that is gone is left out. */
export function favouritesQuery(api: ApiClient, ids: readonly string[]) {
  return {
    queryKey: [COLLECTIONS_KEY, 'favourites', ...ids] as const,
    queryFn: async (): Promise<readonly Collection[]> => {
      const found = await Promise.all(ids.map((id) => api(getCollection, { params: { id } })))
      return found.filter((collection) => collection !== null)
    },
    staleTime: STALE.lists,
  }
}

/** What the landing page shows large. */
export interface Featured {
  readonly title: 'Featured' | 'Popular today'
  readonly collections: readonly Collection[]
}

/** Cards of the strip where the operator has chosen none. */
const POPULAR_CARDS = 5

/** The operator's choice; where there is none, what sold most in a day. Without either the strip is left out. */
export async function fetchFeatured(api: ApiClient): Promise<Featured> {
  const featured = await api(listFeaturedCollections, {}).catch(() => ({ data: [] }))
  if (featured.data.length > 0) return { title: 'Featured', collections: featured.data }
  const popular = await api(listPopularCollections, { query: { take: POPULAR_CARDS } }).catch(() => ({ data: [] }))
  return { title: 'Popular today', collections: popular.data }
}
