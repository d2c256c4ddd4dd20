import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Selection } from './use-selection.ts'

/** The rows of a list that are not loaded yet. */
export interface SelectRest {
  readonly isLoading: boolean
  /** Loads them all, and selects every row. */
  select(): void
}

type Pages = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetching' | 'isFetchNextPageError' | 'fetchNextPage'>

/** Offers to select the rest of a list whose loaded rows are all selected; null where there is no rest. */
export function useSelectRest<Row>(list: Pages, selection: Selection<Row>): SelectRest | null {
  const [isWanted, setWanted] = useState(false)
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list
  const { state, toggleAll } = selection
  // Clearing the selection also stops the loading of the rest.
  const isOver = isFetchNextPageError || state === 'none'
  useEffect(() => {
    if (!isWanted || isFetching) return
    if (isOver || !hasNextPage) setWanted(false)
    if (isOver) return
    if (hasNextPage) void fetchNextPage()
    toggleAll(true)
  }, [isWanted, isFetching, isOver, hasNextPage, fetchNextPage, toggleAll])
  if (!isWanted && (!hasNextPage || state !== 'all')) return null
  return { isLoading: isWanted, select: () => setWanted(true) }
}
