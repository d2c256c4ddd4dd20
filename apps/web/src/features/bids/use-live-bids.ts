import type { BidLevel } from '@opal/contract/bids'
import type { ActivityKind } from '@opal/contract/constants/activity-kinds'
import type { LiveMessage } from '@opal/contract/live'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useThrottled } from '../../shared/hooks/use-throttled.ts'
import { refetchAfterChange } from '../../shared/realtime/refetch.ts'
import { useLive } from '../../shared/realtime/use-live.ts'
import { changedLevels } from './bid-rungs.ts'
import { BIDS_KEY } from './bids-query.ts'

/** One transaction often changes several bids. */
const DEBOUNCE_MS = 100
/** @source docs/product/live-and-notifications.md#row-highlight */
const HIGHLIGHT_MS = 3000

const BOOK_KINDS: ReadonlySet<ActivityKind> = new Set([
  'collection-bid',
  'cancel-collection-bid',
  'accept-collection-bid',
])

const ASK_KINDS: ReadonlySet<ActivityKind> = new Set(['list', 'reprice', 'delist', 'sale', 'transfer', 'burn'])

/** Refetches a collection's bids whenever one of them or the top bid changes, and its listings whenever one of those does. */
export function useLiveBids(collectionId: string): void {
  const queryClient = useQueryClient()
  const refetch = useThrottled(
    () => void refetchAfterChange(queryClient, { queryKey: [BIDS_KEY, collectionId] }),
    DEBOUNCE_MS,
  )
  const refetchAsks = useThrottled(() => {
    void refetchAfterChange(queryClient, { queryKey: [BIDS_KEY, collectionId, 'asks'] })
    void refetchAfterChange(queryClient, { queryKey: [BIDS_KEY, collectionId, 'exit'] })
  }, DEBOUNCE_MS)
  useLive({ collectionId }, (message: LiveMessage) => {
    if (touchesBids(message)) refetch()
    else if (touchesAsks(message)) refetchAsks()
  })
}

/** Returns whether a message may change the ladder. Token offers are not part of it. */
export function touchesBids(message: LiveMessage): boolean {
  return message.kind === 'activity' ? BOOK_KINDS.has(message.activity.kind) : message.kind === 'bid_change'
}

/** Returns whether a message may change what is for sale, or who holds what. */
export function touchesAsks(message: LiveMessage): boolean {
  return message.kind === 'activity' ? ASK_KINDS.has(message.activity.kind) : message.kind === 'floor_change'
}

/** Returns the ids of levels that changed in the last three seconds. The first ladder is no change. */
export function useChangedLevels(levels: readonly BidLevel[] | undefined): ReadonlySet<string> {
  const before = useRef(levels)
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (levels === undefined) return
    const changed = before.current === undefined ? [] : changedLevels(before.current, levels)
    before.current = levels
    if (changed.length === 0) return
    setFresh(new Set(changed))
    const timer = setTimeout(() => setFresh(new Set()), HIGHLIGHT_MS)
    return () => clearTimeout(timer)
  }, [levels])
  return fresh
}
