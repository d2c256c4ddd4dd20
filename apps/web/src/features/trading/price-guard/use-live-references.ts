import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type BidTarget, mayChangeAsks, mayChangeBids } from '../../../entities/order/price-messages.ts'
import { useLive } from '../../../shared/realtime/use-live.ts'
import { refetchQueries, usePacedRefetch } from '../../../shared/realtime/use-paced-refetch.ts'

/** Shortest pause between two refetches, in milliseconds: each asks for several prices. */
const LEAST_PAUSE_MS = 2_000

/**
 * Refetches what a bid is compared with once something in its collection costs or pays something else: a dialog may be open for hours, and what
 * came for sale since may cost less than the bid.
 */
export function useLiveReferences(bidOn: BidTarget, ...queryKeys: readonly QueryKey[]): void {
  const queryClient = useQueryClient()
  const refetch = usePacedRefetch(() => refetchQueries(queryClient, ...queryKeys.map((queryKey) => ({ queryKey }))), {
    leastMs: LEAST_PAUSE_MS,
  })
  useLive({ collectionId: bidOn.collectionId }, (message) => {
    if (mayChangeAsks(message) || mayChangeBids(message, bidOn)) refetch()
  })
}
