import type { ApiClient } from '@opal/contract/client'
import type { Token } from '@opal/contract/tokens'
import { STALE } from '../../app/loading/query-client.ts'
import { type PagePlace, windowedPages } from '../../shared/lists/page-window.ts'
import type { ItemsView } from './items-view.ts'

/** One page of a collection's items. */
export interface ItemsPage {
  readonly data: readonly Token[]
  readonly nextCursor: string | null
  readonly total: number
  /** The last row when the page was loaded: the next page begins after it, wherever that token is now. */
  readonly end?: Token | null
  /** Rows of all pages before; none of the first page. */
  readonly skipped?: number
}

/** First part of the query key of every list of items. */
const ITEMS_KEY = 'items'
/** First part of the query key of traits. */
export const TRAITS_KEY = 'traits'

/** Returns the query key of a collection's items under a view. */
export function itemsKey(collectionId: string, view: ItemsView) {
  const { minPrice, maxPrice, ...rest } = view
  return [ITEMS_KEY, collectionId, { ...rest, minPrice: String(minPrice), maxPrice: String(maxPrice) }] as const
}

/** Returns the infinite query of a collection's items under a view. */
export function itemsQuery(api: ApiClient, collectionId: string, view: ItemsView) {
  return {
    queryKey: itemsKey(collectionId, view),
    queryFn: async ({ pageParam, signal }: { pageParam: PagePlace; signal: AbortSignal }): Promise<ItemsPage> => {
      const { fetchItems } = await import('./fetch-items.ts')
      const page = await fetchItems(api, collectionId, view, pageParam.cursor, signal)
      return { ...page, skipped: pageParam.skipped }
    },
    ...windowedPages<ItemsPage>(),
    staleTime: STALE.lists,
  }
}
