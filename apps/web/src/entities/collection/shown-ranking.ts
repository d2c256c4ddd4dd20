import type { Collection } from '@opal/contract/collections'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

const SHOWN_RANKING_KEY = ['shown-ranking'] as const

/** Remembers the first collections of a ranking that is shown, for the search to suggest. @param rows undefined until they are loaded, and while none is shown. */
export function useRememberedRanking(rows: readonly Collection[] | undefined): void {
  const queryClient = useQueryClient()
  // Without a reader the cache would evict it.
  useShownRanking()
  useEffect(() => {
    if (rows !== undefined && rows.length > 0) queryClient.setQueryData(SHOWN_RANKING_KEY, rows)
  }, [queryClient, rows])
}

/** Returns the first collections of the ranking that was shown last; null where none was, or some minutes ago. */
export function useShownRanking(): readonly Collection[] | null {
  return useQuery<readonly Collection[]>({ queryKey: SHOWN_RANKING_KEY, queryFn: skipToken }).data ?? null
}
