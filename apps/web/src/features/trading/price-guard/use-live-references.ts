import type { LiveMessage } from '@opal/contract/live'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { LISTING_ACTIVITIES } from '../../../entities/order/listing-activities.ts'
import { useLive } from '../../../shared/realtime/use-live.ts'
import { refetchQueries, usePacedRefetch } from '../../../shared/realtime/use-paced-refetch.ts'

/** Shortest pause between two refetches, in milliseconds: each asks for several prices. */
const LEAST_PAUSE_MS = 2_000

const OF_PRICES: ReadonlySet<LiveMessage['kind']> = new Set(['floor_change', 'listings_change', 'bid_change'])

/**
 * Refetches what a bid is compared with once something in its collection costs or pays something else: a dialog may be open for hours, and what
 * came for sale since may cost less than the bid.
 */
export function useLiveReferences(collectionId: string, ...queryKeys: readonly QueryKey[]): void {
  const queryClient = useQueryClient()
  const refetch = usePacedRefetch(() => refetchQueries(queryClient, ...queryKeys.map((queryKey) => ({ queryKey }))), {
    leastMs: LEAST_PAUSE_MS,
  })
  useLive({ collectionId }, (message) => {
    const isOfListings = message.kind === 'activity' && LISTING_ACTIVITIES.has(message.activity.kind)
    if (isOfListings || OF_PRICES.has(message.kind)) refetch()
  })
}
