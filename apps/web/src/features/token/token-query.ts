import type { ApiClient } from '@opal/contract/client'
import { STALE } from '../../app/query-client.ts'

/** First part of the key of every token. */
export const TOKEN_KEY = 'token'

/** One token with everything its page shows. */
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
