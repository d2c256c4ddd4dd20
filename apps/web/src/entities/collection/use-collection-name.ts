import { useQuery } from '@tanstack/react-query'
import { useSite } from '../../app/site.tsx'
import { formatAddress } from '../../shared/format/name.ts'
import { throwing } from '../../shared/realtime/throwing.ts'

/** Returns the name of a collection; its shortened id until the name is known. */
export function useCollectionName(id: string): string {
  const { api } = useSite()
  const { data } = useQuery({
    queryKey: ['collection', id],
    queryFn: async () => {
      const { getCollection } = await import('@opal/contract/collections')
      // Trades compare their prices with this answer: that there was none must not be taken for one.
      return api(throwing(getCollection), { params: { id } })
    },
  })
  return data?.collectionName ?? formatAddress(id)
}
