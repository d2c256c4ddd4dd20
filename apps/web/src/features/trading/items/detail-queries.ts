import type { ApiClient } from '@opal/contract/client'
import { getCollection } from '@opal/contract/collections'
import { getToken } from '@opal/contract/tokens'
import { throwing } from '../../../shared/realtime/throwing.ts'

/** Returns the query of a token's detail, which a trade is compared with. */
export function tokenDetailQuery(api: ApiClient, tokenDataId: string) {
  return {
    queryKey: ['token', tokenDataId] as const,
    queryFn: () => api(getToken, { params: { id: tokenDataId } }),
  }
}

/** Returns the query of a collection's detail, which a trade is compared with. It fails where the call does. */
export function collectionDetailQuery(api: ApiClient, collectionId: string) {
  return {
    queryKey: ['collection', collectionId] as const,
    queryFn: () => api(throwing(getCollection), { params: { id: collectionId } }),
  }
}
