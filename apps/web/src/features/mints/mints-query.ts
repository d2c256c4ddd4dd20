import type { ApiClient } from '@opal/contract/client'
import type { MintingCollection } from '@opal/contract/mints'
import { STALE } from '../../app/query-client.ts'

/** One page of collections by their latest mint. */
export interface MintingPage {
  readonly data: readonly MintingCollection[]
  readonly nextCursor: string | null
}

/** Key of the collections that are being minted. */
export const MINTING_KEY = ['minting'] as const

/** The collections that are being minted, by the latest mint, page by page. */
export function mintingQuery(api: ApiClient) {
  return {
    queryKey: MINTING_KEY,
    queryFn: async ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) => {
      const { fetchMinting } = await import('./fetch-mints.ts')
      return fetchMinting(api, pageParam, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: MintingPage) => page.nextCursor,
    staleTime: STALE.lists,
  }
}
