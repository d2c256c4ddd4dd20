import type { Activity } from '@opal/contract/activities'
import type { LiveMessage } from '@opal/contract/live'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { isInteracting, useInteractionEnd } from '../../shared/hooks/use-interaction-end.ts'
import { useRecent } from '../../shared/hooks/use-recent.ts'
import { useLive } from '../../shared/realtime/use-live.ts'
import { ACTIVITY_KEY, type ActivityPage, type ActivityScope, type ActivityView } from './activity-query.ts'
import { belongsToList } from './activity-view.ts'

export interface LiveActivity {
  /** Ref of the list's element. */
  readonly frame: RefObject<HTMLDivElement | null>
  /** Ids of the rows of the last three seconds. */
  readonly fresh: ReadonlySet<string>
  /** Number of rows that wait until the user stops interacting with the list. */
  readonly waiting: number
  showWaiting(): void
}

/** Inserts live activity at the top of a list; while the user interacts with it, rows wait. */
export function useLiveActivity(scope: ActivityScope, view: ActivityView): LiveActivity {
  const queryClient = useQueryClient()
  const frame = useRef<HTMLDivElement>(null)
  const [fresh, highlight] = useRecent()
  const [waiting, setWaiting] = useState<readonly Activity[]>([])
  const topic =
    scope.collectionId === undefined ? ({ room: 'activity_room' } as const) : { collectionId: scope.collectionId }
  const show = (rows: readonly Activity[]) => {
    queryClient.setQueryData<InfiniteData<ActivityPage>>([ACTIVITY_KEY, scope, view], (cached) =>
      addOnTop(cached, rows),
    )
    highlight(rows.map(({ id }) => id))
  }
  const showWaiting = () => {
    show(waiting)
    setWaiting([])
  }
  useLive(topic, (message: LiveMessage) => {
    if (message.kind !== 'activity' || !belongsToList(message.activity, scope, view)) return
    const row = message.activity
    if (isInteracting(frame.current)) setWaiting((before) => [row, ...before])
    else show([row])
  })
  useInteractionEnd(frame, waiting.length > 0, showWaiting)
  // Rows that waited under another filter may not belong to this one.
  const belonging = waiting.filter((row) => belongsToList(row, scope, view))
  return { frame, fresh, waiting: belonging.length, showWaiting }
}

/** Prepends rows, newest first, to a cached list. Skips rows that it already has. */
export function addOnTop(
  cached: InfiniteData<ActivityPage> | undefined,
  rows: readonly Activity[],
): InfiniteData<ActivityPage> | undefined {
  const [first, ...rest] = cached?.pages ?? []
  if (cached === undefined || first === undefined) return cached
  const known = new Set(first.data.map(({ id }) => id))
  const added = rows.filter(({ id }) => !known.has(id))
  return added.length === 0 ? cached : { ...cached, pages: [{ ...first, data: [...added, ...first.data] }, ...rest] }
}
