import type { ApiClient } from '@opal/contract/client'
import type { MintingCollection } from '@opal/contract/collections/mints'
import { STALE } from '../../app/loading/query-client.ts'

/** One page of collections by their latest mint. */
export interface MintsPage {
  readonly data: readonly MintingCollection[]
  readonly nextCursor: string | null
}

/** Key of the collections that are being minted. */
export const MINTS_KEY = ['minting'] as const

/** Returns the query of the collections that are being minted, by the latest mint, page by page. */
export function mintsQuery(api: ApiClient) {
  return {
    queryKey: MINTS_KEY,
    queryFn: async ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) => {
      const { fetchMints } = await import('./fetch-mints.ts')
      return fetchMints(api, pageParam, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: MintsPage) => page.nextCursor,
    staleTime: STALE.lists,
  }
}
