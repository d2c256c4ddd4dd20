import { getFloorListing } from '@opal/contract/tokens/listings'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSite } from '../../../app/site.tsx'
import { toOctas } from '../../../shared/format/apt.ts'
import { isFirstLoad } from '../../../shared/hooks/is-first-load.ts'
import { throwing } from '../../../shared/realtime/throwing.ts'
import { usualFloorOf } from './price-references.ts'
import { useLiveReferences } from './use-live-references.ts'

/** Floors that a bid on a collection is compared with. */
export interface BidFloors {
  /**
   * Octas of the usual floor, below which bids have to be; null without one, and where it cannot be loaded: then the API alone compares with it.
   * @source docs/product/collections.md#usual-floor
   */
  readonly usual: bigint | null
  /** Octas at which the bidder can buy now; null where nothing of others is for sale. */
  readonly others: string | null
  /** Octas at which the bidder has the cheapest item for sale; null where others have. */
  readonly own: string | null
  readonly isLooking: boolean
}

/**
 * Loads the floors that a wallet's bid is compared with, and follows them with the rest of what is known of its collection.
 * @param floor octas of the current floor; null while nothing is for sale.
 */
export function useBidFloors(collectionId: string, floor: string | null, wallet: string): BidFloors {
  const { api } = useSite()
  const usual = useQuery({
    queryKey: ['usual-floor', collectionId],
    queryFn: ({ signal }) => api(throwing(getFloorListing), { params: { id: collectionId }, query: {} }, { signal }),
  })
  const others = useQuery({
    queryKey: ['floor-of-others', collectionId, wallet, floor],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api(throwing(getFloorListing), { params: { id: collectionId }, query: { walletAddress: wallet } }, { signal }),
  })
  useLiveReferences(
    { collectionId, tokenDataId: null },
    ['collection', collectionId],
    ['usual-floor', collectionId],
    ['floor-of-others', collectionId],
  )
  const read = usual.data?.usualFloorPrice ?? null
  // Fallback: the floor of all. If that is the user's own listing, the purchase will say that nothing is for sale.
  const buyable = floor === null || others.data === undefined ? floor : others.data.floorPrice
  const isOwn = floor !== null && (buyable === null || BigInt(floor) < BigInt(buyable))
  return {
    usual: usualFloorOf(toOctas(floor), toOctas(read)),
    others: buyable,
    own: isOwn ? floor : null,
    isLooking: isFirstLoad(usual) || isFirstLoad(others),
  }
}
