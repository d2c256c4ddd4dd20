import { useQuery } from '@tanstack/react-query'
import { useSite } from '../../app/site.tsx'
import { formatAddress } from '../../shared/format/name.ts'
import { collectionDetailQuery } from './collection-detail-query.ts'

/** Returns the name of a collection; its shortened id until the name is known. */
export function useCollectionName(id: string): string {
  const { api } = useSite()
  const { data } = useQuery(collectionDetailQuery(api, id))
  return data?.collectionName ?? formatAddress(id)
}
