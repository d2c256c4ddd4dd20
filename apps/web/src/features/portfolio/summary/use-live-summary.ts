import type { LiveMessage } from '@opal/contract/live'
import { useQueryClient } from '@tanstack/react-query'
import { useThrottled } from '../../../shared/hooks/use-throttled.ts'
import { refetchAfterChange } from '../../../shared/realtime/refetch.ts'
import { useLive } from '../../../shared/realtime/use-live.ts'
import { PORTFOLIO_KEY } from '../portfolio-query.ts'

/** At most so often a wallet's figures are read again, however busy the market is. */
const EVERY_MS = 1_000
/** Several events of one transaction are one reading. */
const REST_MS = 100

/** Keeps a wallet's figures, collections, bids, offers and lots in step: events about it make them be read again. */
export function useLiveSummary(wallet: string, collections: ReadonlySet<string>): void {
  const queryClient = useQueryClient()
  const stale = useThrottled(
    () =>
      void refetchAfterChange(queryClient, {
        queryKey: [PORTFOLIO_KEY, wallet],
        // The items patch themselves, row by row.
        predicate: ({ queryKey: [, , what] }) => what !== 'items',
      }),
    REST_MS,
    EVERY_MS,
  )
  useLive({ room: 'activity_room' }, (message: LiveMessage) => {
    if (message.kind !== 'activity') return
    const { from, to, collectionId } = message.activity
    if (from === wallet || to === wallet || (collectionId !== null && collections.has(collectionId))) stale()
  })
  const onMetric = (message: LiveMessage) => {
    if (message.collectionId !== null && collections.has(message.collectionId)) stale()
  }
  useLive({ room: 'floor_room' }, onMetric)
  useLive({ room: 'bid_room' }, onMetric)
}
