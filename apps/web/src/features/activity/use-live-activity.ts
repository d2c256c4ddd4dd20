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
  /** Put on the element that holds the list. */
  readonly frame: RefObject<HTMLDivElement | null>
  /** Ids of the rows that arrived in the last three seconds. */
  readonly fresh: ReadonlySet<string>
  /** How many wait until the reader no longer points into the list. */
  readonly waiting: number
  showWaiting(): void
}

/** Puts what happens now on top of a list; while the reader points into it, behind a line instead. */
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
  // Another filter shows other rows; what waited for this one may not belong there.
  const belonging = waiting.filter((row) => belongsToList(row, scope, view))
  return { frame, fresh, waiting: belonging.length, showWaiting }
}

/** Puts rows, newest first, before those of a list that was read; rows that it has already are passed over. */
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
