import type { LiveMessage } from '@opal/contract/live'
import { type Query, useQueryClient } from '@tanstack/react-query'
import { bidPoolKey } from '../../../entities/order/bid-pool.ts'
import { useLive } from '../../../shared/realtime/use-live.ts'
import { refetchQueries, usePacedRefetch } from '../../../shared/realtime/use-paced-refetch.ts'
import { PORTFOLIO_KEY } from '../portfolio-query.ts'

/** Shortest pause between two refetches, in milliseconds: each is several calls, which no viewers share. */
const LEAST_PAUSE_MS = 1_000

/** Refetches a wallet's summary, collections, bids, bid pool, offers and lots after live events that concern them. */
export function useLiveSummary(wallet: string, collections: ReadonlySet<string>): void {
  const queryClient = useQueryClient()
  // The items patch themselves, row by row; the exit follows other collections, too.
  const isStale = ({ queryKey: [, , what] }: Query) => what !== 'items' && what !== 'exit'
  const refetch = usePacedRefetch(
    () =>
      refetchQueries(
        queryClient,
        { queryKey: [PORTFOLIO_KEY, wallet], predicate: isStale },
        { queryKey: bidPoolKey(wallet) },
      ),
    { leastMs: LEAST_PAUSE_MS },
  )
  useLive({ room: 'activity_room' }, (message: LiveMessage) => {
    if (message.kind !== 'activity') return
    const { from, to, collectionId } = message.activity
    const isOwn = from === wallet || to === wallet
    if (isOwn || (collectionId !== null && collections.has(collectionId))) refetch(wallet, isOwn)
  })
  const onMetric = (message: LiveMessage) => {
    if (message.kind === 'pool_change') return message.wallet === wallet ? refetch(wallet, true) : undefined
    if (message.collectionId !== null && collections.has(message.collectionId)) refetch(wallet)
  }
  useLive({ room: 'floor_room' }, onMetric)
  useLive({ room: 'bid_room' }, onMetric)
}
