import type { ApiClient } from '@opal/contract/client'
import { STALE } from '../../lib/query-client.ts'

export const TOKEN_KEY = 'token'

/** One token with everything its page shows. */
export function tokenQuery(api: ApiClient, tokenDataId: string) {
  return {
    queryKey: [TOKEN_KEY, tokenDataId] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { getToken } = await import('@opal/contract/endpoints/get-token')
      return api(getToken, { params: { id: tokenDataId } }, { signal })
    },
    staleTime: STALE.details,
  }
}
