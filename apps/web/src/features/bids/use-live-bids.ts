import type { BidLevel } from '@opal/contract/bids'
import { SET_BID_KINDS } from '@opal/contract/constants/activity-kinds'
import type { LiveMessage } from '@opal/contract/live'
import type { ActivityKind } from '@opal/domain/live/activity-kinds'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { mayChangeAsks } from '../../entities/order/price-messages.ts'
import { useRecent } from '../../shared/lists/use-recent.ts'
import { useLive } from '../../shared/realtime/use-live.ts'
import { refetchQueries, usePacedRefetch } from '../../shared/realtime/use-paced-refetch.ts'
import { changedLevels } from './bid-rungs.ts'
import { BIDS_KEY, type BookPart } from './bids-query.ts'

const BID_KINDS: ReadonlySet<ActivityKind> = new Set([
  'collection-bid',
  'cancel-collection-bid',
  'accept-collection-bid',
])

/** Refetches what of a collection's book a live message may have changed. */
export function useLiveBids(collectionId: string): void {
  const queryClient = useQueryClient()
  const refetch = usePacedRefetch((parts) =>
    refetchQueries(queryClient, ...parts.map((part) => ({ queryKey: [BIDS_KEY, collectionId, part] }))),
  )
  useLive({ collectionId }, (message: LiveMessage) => {
    for (const part of changedParts(message)) refetch(part)
  })
}

/** Returns the parts of the book that a message may change. Bids on single tokens are only among those that the viewer could sell into. */
export function changedParts(message: LiveMessage): readonly BookPart[] {
  const kind = message.kind === 'activity' ? message.activity.kind : null
  const changesBids = kind === null ? message.kind === 'bid_change' : BID_KINDS.has(kind)
  // Bids on sets also change without an activity of their own: when their pool pays less, or when they expire.
  const changesSets = kind === null ? changesBids : SET_BID_KINDS.has(kind)
  return [
    ...(changesBids ? (['ladder', 'own'] as const) : []),
    ...(changesSets ? (['sets'] as const) : []),
    ...(mayChangeAsks(message) ? (['asks'] as const) : []),
    // Whatever happens to an item changes who holds it, how it is listed, or the bids on it.
    ...(changesBids || kind !== null ? (['exit'] as const) : []),
  ]
}

/** Returns the ids of levels that changed in the last three seconds. The first ladder is no change. */
export function useChangedLevels(levels: readonly BidLevel[] | undefined): ReadonlySet<string> {
  const before = useRef(levels)
  const [recent, add] = useRecent()
  useEffect(() => {
    if (levels === undefined) return
    if (before.current !== undefined) add(changedLevels(before.current, levels))
    before.current = levels
  }, [levels, add])
  return recent
}
