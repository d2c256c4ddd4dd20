import type { LiveMessage } from '@opal/contract/live'
import { useQueryClient } from '@tanstack/react-query'
import { useThrottled } from '../../shared/hooks/use-throttled.ts'
import { useLive } from '../../shared/realtime/use-live.ts'
import { ANALYTICS_KEY } from './analytics-query.ts'

/** Delay between an activity and the refetch of the charts. */
const THROTTLE_MS = 5000

/** Refetches a collection's charts after live activity. */
export function useLiveAnalytics(collectionId: string): void {
  const queryClient = useQueryClient()
  const readSoon = useThrottled(
    () => void queryClient.invalidateQueries({ queryKey: [ANALYTICS_KEY, collectionId] }),
    THROTTLE_MS,
  )
  useLive({ collectionId }, (message: LiveMessage) => {
    if (message.kind === 'activity') readSoon()
  })
}
