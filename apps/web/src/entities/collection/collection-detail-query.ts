import type { ApiClient } from '@opal/contract/client'
import { throwing } from '../../shared/realtime/throwing.ts'

/** Returns the query of a collection's detail, which names show and trades are compared with. It fails where the call does. */
export function collectionDetailQuery(api: ApiClient, collectionId: string) {
  return {
    queryKey: ['collection', collectionId] as const,
    queryFn: async () => {
      const { getCollection } = await import('@opal/contract/collections')
      return api(throwing(getCollection), { params: { id: collectionId } })
    },
  }
}
