import type { Activity } from '@opal/contract/activities'
import type { LiveMessage } from '@opal/contract/live'
import { type InfiniteData, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { MAX_SOON, SOON_MS } from '../../app/loading/query-client.ts'
import { isInteracting, useInteractionEnd } from '../../shared/lists/use-interaction-end.ts'
import { useRecent } from '../../shared/lists/use-recent.ts'
import { useLive } from '../../shared/realtime/use-live.ts'
import { refetchQueries, usePacedRefetch } from '../../shared/realtime/use-paced-refetch.ts'
import { ACTIVITY_KEY, type ActivityPage, type ActivityScope, type ActivityView } from './activity-query.ts'
import { belongsToList } from './activity-view.ts'

/** Rows above which the list is fetched again from its beginning, and most that wait: activity may come without end. */
const MAX_ROWS = 300
/** Shortest pause between two such fetches, in milliseconds: the list grows until the next one. */
const RESTART_PAUSE_MS = 100

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
  const queryKey = [ACTIVITY_KEY, scope, view]
  /** The latest rows that were added, newest first: responses on their way then do not have them. */
  const added = useRef<readonly Activity[]>([])
  const add = (rows: readonly Activity[]) =>
    queryClient.setQueryData<InfiniteData<ActivityPage>>(queryKey, (cached) => addOnTop(cached, rows))
  const addMissing = () => {
    const newest = queryClient.getQueryData<InfiniteData<ActivityPage>>(queryKey)?.pages[0]?.data[0]
    added.current = added.current.filter((row) => newest === undefined || isNewer(row, newest))
    // The view may have changed since.
    add(added.current.filter((row) => belongsToList(row, scope, view)))
  }
  const restart = usePacedRefetch(
    async () => {
      queryClient.setQueryData<InfiniteData<ActivityPage>>(queryKey, (cached) => cached && withFirstPage(cached))
      await refetchQueries(queryClient, { queryKey })
      addMissing()
    },
    { leastMs: RESTART_PAUSE_MS },
  )
  // A further page arrives together with the pages as they were when it was requested: rows added since are missing.
  const onFetched = useEffectEvent(addMissing)
  const isFetching = useIsFetching({ queryKey, exact: true }) > 0
  useEffect(() => {
    if (!isFetching) onFetched()
  }, [isFetching])
  const show = (rows: readonly Activity[]) => {
    added.current = [...rows, ...added.current].slice(0, MAX_ROWS)
    const shown = add(rows)?.pages[0]?.data.length ?? 0
    if (shown >= MAX_ROWS) restart()
    highlight(rows.map(({ id }) => id))
  }
  // Rows that waited under another filter may not belong to this one.
  const belonging = waiting.filter((row) => belongsToList(row, scope, view))
  const showWaiting = () => {
    show(belonging)
    setWaiting([])
  }
  /** Whether images are missing that can be put in: a longer list would lose the reader's place. */
  const isToDescribe = () => {
    const pages = queryClient.getQueryData<InfiniteData<ActivityPage>>(queryKey)?.pages ?? []
    return pages.length === 1 && pages[0]?.data.some(isUndescribed) === true && !isInteracting(frame.current)
  }
  // Descriptions are announced for one collection only: lists of several ask again after a while.
  useSoon(scope.collectionId === undefined, () => {
    const isNow = isToDescribe()
    if (isNow) restart()
    return isNow
  })
  useLive(topic, (message: LiveMessage) => {
    if (message.kind === 'tokens_change' && isToDescribe()) restart()
    if (message.kind !== 'activity' || !belongsToList(message.activity, scope, view)) return
    const row = message.activity
    if (isInteracting(frame.current)) setWaiting((before) => [row, ...before].slice(0, MAX_ROWS))
    else show([row])
  })
  useInteractionEnd(frame, waiting.length > 0, showWaiting)
  return { frame, fresh, waiting: belonging.length, showWaiting }
}

/**
 * Tries something every few seconds until it was done {@link MAX_SOON} times.
 * @param isWanted false tries nothing.
 * @param attempt returns whether it was done. The latest one is called.
 */
function useSoon(isWanted: boolean, attempt: () => boolean): void {
  const latest = useRef(attempt)
  latest.current = attempt
  useEffect(() => {
    if (!isWanted) return
    let left = MAX_SOON
    const timer = setInterval(() => {
      if (latest.current()) left -= 1
      if (left === 0) clearInterval(timer)
    }, SOON_MS)
    return () => clearInterval(timer)
  }, [isWanted])
}

/** Returns whether the image of a row's token is not known, as on a first start. */
function isUndescribed({ tokenDataId, tokenImage }: Activity): boolean {
  return tokenDataId !== null && tokenImage === null
}

function isNewer(one: Activity, other: Activity): boolean {
  const [version, before] = [BigInt(one.version), BigInt(other.version)]
  return version === before ? one.eventIndex > other.eventIndex : version > before
}

function withFirstPage({ pages, pageParams }: InfiniteData<ActivityPage>): InfiniteData<ActivityPage> {
  return { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) }
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
