import type { ApiClient } from '@opal/contract/client'
import type { MetadataState } from '@opal/contract/metadata'
import { STALE } from '../../lib/query-client.ts'

/** How often a document that waits is asked after. */
const WAITING_MS = 2_000

/** How it stands with a token's metadata; asked again while it waits. */
export function metadataStateQuery(api: ApiClient, tokenDataId: string) {
  return {
    queryKey: ['metadata-state', tokenDataId] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { getMetadataState } = await import('@opal/contract/metadata')
      return api(getMetadataState, { params: { id: tokenDataId } }, { signal })
    },
    staleTime: STALE.details,
    refetchInterval: (query: { state: { data: MetadataState | undefined } }) =>
      query.state.data?.status === 'pending' ? WAITING_MS : false,
  }
}
