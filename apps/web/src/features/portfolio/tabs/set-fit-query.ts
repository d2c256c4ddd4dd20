import type { ApiClient } from '@opal/contract/client'
import { getTokenSetFit } from '@opal/contract/token-sets'
import { STALE } from '../../../app/query-client.ts'

/** How many items of a set fit its condition now. */
export function setFitQuery(api: ApiClient, root: string) {
  return {
    queryKey: ['set-fit', root] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => api(getTokenSetFit, { params: { root } }, { signal }),
    staleTime: STALE.details,
  }
}
