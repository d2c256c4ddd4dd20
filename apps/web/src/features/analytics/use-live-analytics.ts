import type { LiveMessage } from '@opal/contract/live'
import { useQueryClient } from '@tanstack/react-query'
import { useThrottled } from '../../shared/hooks/use-throttled.ts'
import { useLive } from '../../shared/realtime/use-live.ts'
import { ANALYTICS_KEY } from './analytics-query.ts'

/** Charts are read anew this long after something happened, once for all that happened meanwhile. */
const THROTTLE_MS = 5000

/** Keeps a collection's charts in step with what happens in it. */
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
