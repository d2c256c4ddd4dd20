import { getFloorListing } from '@opal/contract/tokens/listings'
import { useQuery } from '@tanstack/react-query'
import { useSite } from '../../../app/site.tsx'
import { isFirstLoad } from '../../../shared/hooks/is-first-load.ts'
import { throwing } from '../../../shared/realtime/throwing.ts'
import { usualFloorOf } from './price-references.ts'

/**
 * Loads the usual floor of a collection in octas; null without one, and where it cannot be loaded: then the API alone compares with it.
 * @param floor octas of the current floor; null while nothing is for sale.
 * @source docs/product/collections.md#usual-floor
 */
export function useUsualFloor(
  collectionId: string,
  floor: string | null,
): { readonly octas: bigint | null; readonly isLooking: boolean } {
  const { api } = useSite()
  const query = useQuery({
    queryKey: ['usual-floor', collectionId],
    queryFn: ({ signal }) => api(throwing(getFloorListing), { params: { id: collectionId }, query: {} }, { signal }),
  })
  const read = query.data?.usualFloorPrice ?? null
  return {
    octas: usualFloorOf(floor === null ? null : BigInt(floor), read === null ? null : BigInt(read)),
    isLooking: isFirstLoad(query),
  }
}
