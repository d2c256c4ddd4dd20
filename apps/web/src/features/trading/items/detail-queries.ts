import type { ApiClient } from '@opal/contract/client'
import { getToken } from '@opal/contract/tokens'

/** Returns the query of a token's detail, which a trade is compared with. */
export function tokenDetailQuery(api: ApiClient, tokenDataId: string) {
  return {
    queryKey: ['token', tokenDataId] as const,
    queryFn: () => api(getToken, { params: { id: tokenDataId } }),
  }
}
