import type { LiveMessage } from '@opal/contract/live'
import { useQueryClient } from '@tanstack/react-query'
import { useThrottled } from '../../../shared/hooks/use-throttled.ts'
import { refetchAfterChange } from '../../../shared/realtime/refetch.ts'
import { useLive } from '../../../shared/realtime/use-live.ts'
import { PORTFOLIO_KEY } from '../portfolio-query.ts'

/** Least time between two refetches. */
const EVERY_MS = 1_000
/**
 * Longest such time while the market of held collections moves without end, milliseconds: several calls for each wallet, which no viewers share,
 * and anyone can move a market.
 */
const MAX_EVERY_MS = 10_000
/** Delay that joins the events of one transaction. */
const REST_MS = 100

/** Refetches a wallet's summary, collections, bids, offers and lots after live events that concern them. */
export function useLiveSummary(wallet: string, collections: ReadonlySet<string>): void {
  const queryClient = useQueryClient()
  const refetch = () =>
    void refetchAfterChange(queryClient, {
      queryKey: [PORTFOLIO_KEY, wallet],
      // The items patch themselves, row by row.
      predicate: ({ queryKey: [, , what] }) => what !== 'items',
    })
  const refetchSoon = useThrottled(refetch, REST_MS, EVERY_MS)
  const refetchForMarket = useThrottled(refetch, REST_MS, EVERY_MS, MAX_EVERY_MS)
  useLive({ room: 'activity_room' }, (message: LiveMessage) => {
    if (message.kind !== 'activity') return
    const { from, to, collectionId } = message.activity
    if (from === wallet || to === wallet) refetchSoon()
    else if (collectionId !== null && collections.has(collectionId)) refetchForMarket()
  })
  const onMetric = (message: LiveMessage) => {
    if (message.collectionId !== null && collections.has(message.collectionId)) refetchForMarket()
  }
  useLive({ room: 'floor_room' }, onMetric)
  useLive({ room: 'bid_room' }, onMetric)
}
