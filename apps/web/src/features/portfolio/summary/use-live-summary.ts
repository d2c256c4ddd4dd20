import type { LiveMessage } from '@opal/contract/live'
import { type InfiniteData, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { bidPoolKey } from '../../../entities/order/bid-pool.ts'
import type { Page } from '../../../shared/realtime/read-pages.ts'
import { useLive } from '../../../shared/realtime/use-live.ts'
import { refetchQueries, usePacedRefetch } from '../../../shared/realtime/use-paced-refetch.ts'
import { PORTFOLIO_KEY } from '../portfolio-query.ts'

/** Shortest pause between two refetches, in milliseconds: each is several calls, which no viewers share. */
const LEAST_PAUSE_MS = 1_000

/**
 * Refetches a wallet's summary, collections, bids, bid pool, offers and lots after live events that concern them.
 * @param collections those that the page was loaded with. What has come since, and what the wallet bids on, is found among its lists.
 */
export function useLiveSummary(wallet: string, collections: ReadonlySet<string>): void {
  const queryClient = useQueryClient()
  // Items and the exit plan have live updates of their own.
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
  const isShown = (collectionId: string | null) =>
    collectionId !== null && (collections.has(collectionId) || hasRowsOf(queryClient, wallet, collectionId))
  useLive({ room: 'activity_room' }, (message: LiveMessage) => {
    if (message.kind !== 'activity') return
    const { from, to, collectionId } = message.activity
    const isOwn = from === wallet || to === wallet
    if (isOwn || isShown(collectionId)) refetch(wallet, isOwn)
  })
  const onMetric = (message: LiveMessage) => {
    if (message.kind === 'pool_change') return message.wallet === wallet ? refetch(wallet, true) : undefined
    if (isShown(message.collectionId)) refetch(wallet)
  }
  useLive({ room: 'floor_room' }, onMetric)
  useLive({ room: 'bid_room' }, onMetric)
}

/** Lists of a wallet whose rows show floors and top bids. */
const PRICED_LISTS: ReadonlySet<unknown> = new Set(['items', 'collections', 'bids'])

/** Returns whether a list of a wallet has a row of a collection. */
function hasRowsOf(queryClient: QueryClient, wallet: string, collectionId: string): boolean {
  const lists = queryClient.getQueriesData<InfiniteData<Page<{ readonly collectionId: string | null }>>>({
    queryKey: [PORTFOLIO_KEY, wallet],
    predicate: ({ queryKey: [, , what] }) => PRICED_LISTS.has(what),
  })
  return lists.some(([, list]) => list?.pages.some(({ data }) => data.some((row) => row.collectionId === collectionId)))
}
