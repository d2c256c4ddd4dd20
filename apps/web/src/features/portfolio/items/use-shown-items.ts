import type { PortfolioToken } from '@opal/contract/portfolio'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import type { PacedRefetch } from '../../../shared/realtime/paced-refetch.ts'
import { refetchQueries, usePacedRefetch } from '../../../shared/realtime/use-paced-refetch.ts'
import type { ItemsChoice, ItemsPage } from '../portfolio-query.ts'
import { hasMoved } from './patch-items.ts'

export type Request = PacedRefetch['request']

/** Shortest pause between two refetches of all loaded pages, in milliseconds. */
const LIST_PAUSE_MS = 1_000

/** The loaded pages of a wallet's items. */
export interface ShownItems {
  read(): InfiniteData<ItemsPage> | undefined
  /** Returns the items of all pages, or those of a collection. */
  items(collectionId?: string): readonly PortfolioToken[]
  /** Returns whether pages are on their way: they may be older than a change, and replace what is shown. */
  isLoading(): boolean
  /** Changes the pages, and refetches them where a row is ordered by another value then. */
  write(change: (data: InfiniteData<ItemsPage>) => InfiniteData<ItemsPage>): void
  /** Requests all pages again. */
  readonly refetch: Request
}

/** Returns the items of a choice as they are shown. @param key of the query whose pages hold them. */
export function useShownItems({ sort }: ItemsChoice, key: readonly unknown[]): ShownItems {
  const queryClient = useQueryClient()
  const refetch = usePacedRefetch(() => refetchQueries(queryClient, { queryKey: key }), { leastMs: LIST_PAUSE_MS })
  const read = () => queryClient.getQueryData<InfiniteData<ItemsPage>>(key)
  return {
    read,
    items: (collectionId) => {
      const all = read()?.pages.flatMap(({ data }) => data) ?? []
      return collectionId === undefined ? all : all.filter((token) => token.collectionId === collectionId)
    },
    isLoading: () => queryClient.isFetching({ queryKey: key, exact: true }) > 0,
    write: (change) => {
      const before = read()
      if (before === undefined) return
      const after = change(before)
      queryClient.setQueryData<InfiniteData<ItemsPage>>(key, after)
      // A row whose sort value changed has a new place, which only the server knows.
      if (hasMoved(before, after, sort)) refetch()
    },
    refetch,
  }
}
