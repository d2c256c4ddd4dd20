import type { ApiClient } from '@opal/contract/client'
import type { Token } from '@opal/contract/tokens'
import { STALE } from '../../app/query-client.ts'
import type { ItemsView } from './items-view.ts'

/** One page of a collection's items. */
export interface ItemsPage {
  readonly data: readonly Token[]
  readonly nextCursor: string | null
  readonly total: number
  /** The last row as the page was read, behind which the next page begins, wherever that token is now. */
  readonly end?: Token | null
}

/** First key of every list of items in the cache. */
const ITEMS_KEY = 'items'
/** First key of traits with their counts. */
export const TRAITS_KEY = 'traits'

/** Key of a collection's items as they are filtered and ordered. */
export function itemsKey(collectionId: string, view: ItemsView) {
  const { minPrice, maxPrice, ...rest } = view
  return [ITEMS_KEY, collectionId, { ...rest, minPrice: String(minPrice), maxPrice: String(maxPrice) }] as const
}

/** A collection's items as they are filtered and ordered, page by page. */
export function itemsQuery(api: ApiClient, collectionId: string, view: ItemsView) {
  return {
    queryKey: itemsKey(collectionId, view),
    queryFn: async ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) => {
      const { fetchItems } = await import('./fetch-items.ts')
      return fetchItems(api, collectionId, view, pageParam, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: ItemsPage) => page.nextCursor,
    staleTime: STALE.lists,
  }
}
