import type { LiveMessage } from '@opal/contract/live'
import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '../../lib/use-live.ts'
import { useSoon } from '../../lib/use-soon.ts'
import { ANALYTICS_KEY } from './analytics-query.ts'

/** Charts are read anew this long after something happened, once for all that happened meanwhile. */
const THROTTLE_MS = 5000

/** Keeps a collection's charts in step with what happens in it. */
export function useLiveAnalytics(collectionId: string): void {
  const queryClient = useQueryClient()
  const readSoon = useSoon(
    () => void queryClient.invalidateQueries({ queryKey: [ANALYTICS_KEY, collectionId] }),
    THROTTLE_MS,
  )
  useLive({ collectionId }, (message: LiveMessage) => {
    if (message.kind === 'activity') readSoon()
  })
}
