import type { InvalidateQueryFilters, Query, QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { PacedRefetch, type PaceOptions } from './paced-refetch.ts'

/**
 * Paces the refetches of data that live messages make stale, while the component is mounted.
 * @param refetch fetches what belongs to the keys of the events; rejects when it fails. The latest one is called.
 * @param options of the first render.
 * @returns requests a refetch: {@link PacedRefetch.request}.
 */
export function usePacedRefetch(
  refetch: (keys: readonly string[]) => Promise<unknown>,
  options?: PaceOptions,
): PacedRefetch['request'] {
  const latest = useRef(refetch)
  latest.current = refetch
  const [paced] = useState(() => new PacedRefetch((keys) => latest.current(keys), options))
  useEffect(() => {
    const follow = () => paced.setVisible(document.visibilityState !== 'hidden')
    paced.start()
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      paced.stop()
    }
  }, [paced])
  return paced.request
}

/**
 * Refetches the shown queries of some filters, and marks the others as stale.
 * @throws the error of one that fails.
 */
export async function refetchQueries(
  client: QueryClient,
  ...filters: readonly InvalidateQueryFilters[]
): Promise<void> {
  const invalidate = () => Promise.all(filters.map((one) => client.invalidateQueries(one, { throwOnError: true })))
  // Invalidating does not restart a first fetch, which may have begun before the event: invalidate again after it.
  const isLoading = filters.some((one) => client.getQueryCache().findAll(one).some(isFirstFetch))
  await invalidate()
  if (isLoading) await invalidate()
}

function isFirstFetch(query: Query): boolean {
  return query.isActive() && query.state.fetchStatus === 'fetching' && query.state.data === undefined
}
