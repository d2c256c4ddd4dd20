import type { ApiClient } from '@opal/contract/client'
import { keepPreviousData } from '@tanstack/react-query'
import { STALE } from '../../../app/loading/query-client.ts'
import { itemsKey, TRAITS_KEY } from '../items-query.ts'
import { DEFAULT_ITEMS_VIEW, type ItemsView } from '../items-view.ts'

/** Returns the query of a collection's traits with counts and floors under a view's filters, without name and order. */
export function traitsQuery(api: ApiClient, collectionId: string, view: ItemsView) {
  const counted = { ...view, name: '', sort: DEFAULT_ITEMS_VIEW.sort }
  return {
    queryKey: [TRAITS_KEY, ...itemsKey(collectionId, counted).slice(1)] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { fetchTraits } = await import('../fetch-items.ts')
      return fetchTraits(api, collectionId, counted, signal)
    },
    // Keeps the previous traits while new counts load.
    placeholderData: keepPreviousData,
    staleTime: STALE.metrics,
  }
}

/** Returns the query of a kind's values that match a search. */
export function traitValuesQuery(api: ApiClient, collectionId: string, type: string, text: string) {
  return {
    queryKey: [TRAITS_KEY, collectionId, 'values', type, text] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { fetchTraitValues } = await import('../fetch-items.ts')
      return fetchTraitValues(api, collectionId, type, text, signal)
    },
    placeholderData: keepPreviousData,
    staleTime: STALE.metrics,
  }
}
