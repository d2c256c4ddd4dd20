import type { LiveMessage } from '@opal/contract/shapes/live'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLive } from '../../lib/use-live.ts'
import { ACTIVITY_KEY, type ActivityPage, type ActivityScope, type ActivityView } from './activity-query.ts'
import { belongsToList } from './activity-view.ts'

/** Row highlight. @source spec, section 4 "Row highlight lasts 3 seconds" */
const HIGHLIGHT_MS = 3000

/** Puts what happens now on top of a list. @returns ids of the rows that arrived in the last three seconds. */
export function useLiveActivity(scope: ActivityScope, view: ActivityView): ReadonlySet<string> {
  const queryClient = useQueryClient()
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const topic =
    scope.collectionId === undefined ? ({ room: 'activity_room' } as const) : { collectionId: scope.collectionId }
  useLive(topic, (message: LiveMessage) => {
    if (message.kind !== 'activity' || !belongsToList(message.activity, scope, view)) return
    const row = message.activity
    queryClient.setQueryData<InfiniteData<ActivityPage>>([ACTIVITY_KEY, scope, view], (cached) => addOnTop(cached, row))
    setFresh((before) => new Set([...before, row.id]))
    setTimeout(() => setFresh((before) => new Set([...before].filter((id) => id !== row.id))), HIGHLIGHT_MS)
  })
  return fresh
}

function addOnTop(cached: InfiniteData<ActivityPage> | undefined, row: ActivityPage['data'][number]) {
  const [first, ...rest] = cached?.pages ?? []
  if (cached === undefined || first === undefined) return cached
  if (first.data.some(({ id }) => id === row.id)) return cached
  return { ...cached, pages: [{ ...first, data: [row, ...first.data] }, ...rest] }
}
