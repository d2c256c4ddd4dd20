import type { LiveMessage } from '@opal/contract/live'
import type { Token } from '@opal/contract/tokens'
import { type InfiniteData, type UseInfiniteQueryResult, useQueryClient } from '@tanstack/react-query'
import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useSite } from '../../../app/site.tsx'
import { TOP_BIDS_KEY } from '../../../entities/order/top-bids-key.ts'
import { isInteracting, useInteractionEnd } from '../../../shared/lists/use-interaction-end.ts'
import { useRecent } from '../../../shared/lists/use-recent.ts'
import { useLive } from '../../../shared/realtime/use-live.ts'
import { refetchQueries, usePacedRefetch } from '../../../shared/realtime/use-paced-refetch.ts'
import { type ItemsPage, itemsKey, TRAITS_KEY } from '../items-query.ts'
import type { ItemsView } from '../items-view.ts'
import { createLiveList, type ListHost } from './live-list.ts'
import { NO_CHANGES, type PendingChanges, type ShownItems, showWithPending } from './pending-changes.ts'

/** Shortest pauses between two fetches of changed tokens, and of all rows or of what is next to them, in milliseconds. */
const [TOKENS_PAUSE_MS, ROWS_PAUSE_MS] = [100, 500]

interface PendingItems {
  readonly pending: PendingChanges
  /** Something waits for the end of the interaction. */
  readonly isPending: boolean
}

const NOTHING_PENDING: PendingItems = {
  pending: NO_CHANGES,
  isPending: false,
}

export interface LiveItems extends ShownItems {
  /** Put on the element that holds the list. */
  readonly frame: RefObject<HTMLDivElement | null>
  /** Ids of tokens to which something happened in the last three seconds. */
  readonly highlighted: ReadonlySet<string>
  /** Applies the pending changes. */
  showPending(): void
}

/** The request for the pages of a list. */
type ItemsRequest = Pick<UseInfiniteQueryResult, 'isFetching' | 'isRefetching' | 'isRefetchError'>

/**
 * Keeps a collection's items in step with the chain: whatever happens to a token, its row is refetched from the API
 * under the view's own filters, and put where it now belongs; while the reader points into the list nothing in it moves.
 *
 * @param loaded the items as far as they were read.
 * @param query whether pages are being read, whether those are all of the loaded ones, and whether that failed.
 */
export function useLiveItems(
  collectionId: string,
  view: ItemsView,
  loaded: readonly Token[],
  { isFetching, isRefetching, isRefetchError }: ItemsRequest,
): LiveItems {
  const { api } = useSite()
  const queryClient = useQueryClient()
  const frame = useRef<HTMLDivElement>(null)
  const [highlighted, highlight] = useRecent()
  const [{ pending, isPending }, setPending] = useState(NOTHING_PENDING)
  const host = useListHost(collectionId, view, frame, { setPending, highlight })
  const list = useMemo(() => createLiveList(api, collectionId, view, host), [api, collectionId, view, host])
  const refetchRest = usePacedRefetch(
    () =>
      refetchQueries(queryClient, { queryKey: [TRAITS_KEY, collectionId] }, { queryKey: [TOP_BIDS_KEY, collectionId] }),
    { leastMs: ROWS_PAUSE_MS },
  )
  const refreshRows = usePacedRefetch(() => list.refreshRows().then(() => refetchRest()), { leastMs: ROWS_PAUSE_MS })
  const refresh = usePacedRefetch(
    async () => {
      if (await list.refresh()) refreshRows()
      refetchRest()
    },
    { leastMs: TOKENS_PAUSE_MS },
  )
  const showPending = useCallback(
    () => void list.showPending().then((areRowsOld) => areRowsOld && refreshRows()),
    [list, refreshRows],
  )

  useLive({ collectionId }, (message: LiveMessage) => {
    const concern = list.receive(message)
    if (concern === 'tokens') refresh()
    if (concern === 'rows') refreshRows()
  })
  const fetch = useRef<{ isWhole: boolean }>(null)
  useEffect(() => {
    if (isFetching) fetch.current = { isWhole: isRefetching }
    else if (fetch.current !== null) {
      if (list.fetched(fetch.current.isWhole && !isRefetchError)) refresh()
      fetch.current = null
    }
  }, [isFetching, isRefetching, isRefetchError, list, refresh])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view has no pending changes.
  useEffect(() => setPending(NOTHING_PENDING), [view])
  useInteractionEnd(frame, isPending, showPending)

  const shown = useMemo(() => showWithPending(loaded, pending), [loaded, pending])
  return { ...shown, frame, highlighted, showPending }
}

interface ListListeners {
  readonly setPending: Dispatch<SetStateAction<PendingItems>>
  readonly highlight: (tokenDataIds: readonly string[]) => void
}

/** Gives a live list access to the cached pages, and to what is shown. */
function useListHost(
  collectionId: string,
  view: ItemsView,
  frame: RefObject<HTMLDivElement | null>,
  { setPending, highlight }: ListListeners,
): ListHost {
  const queryClient = useQueryClient()
  return useMemo((): ListHost => {
    const queryKey = itemsKey(collectionId, view)
    const cached = () => queryClient.getQueryData<InfiniteData<ItemsPage>>(queryKey)
    return {
      pages: () => cached()?.pages,
      put: (pages) => {
        const before = cached()
        if (before !== undefined) queryClient.setQueryData(queryKey, { ...before, pages })
      },
      isFetching: () => queryClient.getQueryState(queryKey)?.fetchStatus === 'fetching',
      reread: () => refetchQueries(queryClient, { queryKey }),
      isInteracting: () => isInteracting(frame.current),
      changed: (pending, touched, isPending) => {
        setPending((before) =>
          before.pending === pending && before.isPending === isPending ? before : { pending, isPending },
        )
        if (touched.length > 0) highlight([...touched])
      },
    }
  }, [queryClient, collectionId, view, frame, setPending, highlight])
}
