import type { ApiClient } from '@opal/contract/client'
import { STALE } from '../../lib/query-client.ts'

/** What a token's rarity rank is made of. */
export function rarityQuery(api: ApiClient, tokenDataId: string) {
  return {
    queryKey: ['rarity', tokenDataId] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { getRarityBreakdown } = await import('@opal/contract/rarity')
      return api(getRarityBreakdown, { params: { id: tokenDataId } }, { signal })
    },
    staleTime: STALE.figures,
  }
}
