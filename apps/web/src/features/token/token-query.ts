import type { ApiClient } from '@opal/contract/client'
import { STALE } from '../../app/loading/query-client.ts'

/** First part of the query key of a token. */
export const TOKEN_KEY = 'token'

/** Returns the query of a token's detail. */
export function tokenQuery(api: ApiClient, tokenDataId: string) {
  return {
    queryKey: [TOKEN_KEY, tokenDataId] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { fetchToken } = await import('./fetch-token.ts')
      return fetchToken(api, tokenDataId, signal)
    },
    staleTime: STALE.details,
  }
}
