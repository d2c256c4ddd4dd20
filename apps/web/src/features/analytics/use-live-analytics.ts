import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '../../shared/realtime/use-live.ts'
import { refetchQueries, usePacedRefetch } from '../../shared/realtime/use-paced-refetch.ts'
import { ANALYTICS_KEY } from './analytics-query.ts'

/** Shortest pause between two refetches of the charts, in milliseconds. */
const LEAST_PAUSE_MS = 5_000

/** Refetches a collection's charts after live messages: listings and bids may also come and go without an activity. */
export function useLiveAnalytics(collectionId: string): void {
  const queryClient = useQueryClient()
  const refetch = usePacedRefetch(() => refetchQueries(queryClient, { queryKey: [ANALYTICS_KEY, collectionId] }), {
    leastMs: LEAST_PAUSE_MS,
  })
  useLive({ collectionId }, ({ kind }) => {
    if (kind !== 'tokens_change') refetch()
  })
}
