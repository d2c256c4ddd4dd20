import type { BidLevel } from '@opal/contract/bids'
import { KINDS_OF_TYPE, SET_BID_KINDS } from '@opal/contract/constants/activity-kinds'
import type { LiveMessage } from '@opal/contract/live'
import type { ActivityKind } from '@opal/domain/live/activity-kinds'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
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
const { listing, sales, transfer, mint } = KINDS_OF_TYPE
const ASK_KINDS: ReadonlySet<ActivityKind> = new Set([...listing, ...sales, ...transfer])
const HOLDER_KINDS: ReadonlySet<ActivityKind> = new Set([...ASK_KINDS, ...mint])

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

/** Returns the parts of the book that a message may change. Bids on single tokens are in none of them. */
export function changedParts(message: LiveMessage): readonly BookPart[] {
  const kind = message.kind === 'activity' ? message.activity.kind : null
  const changesBids = kind === null ? message.kind === 'bid_change' : BID_KINDS.has(kind)
  const changesAsks = kind === null ? changesPrices(message) : ASK_KINDS.has(kind)
  const changesHolders = kind !== null && HOLDER_KINDS.has(kind)
  // Bids on sets also change without an activity of their own: when their pool pays less, or when they expire.
  const changesSets = kind === null ? changesBids : SET_BID_KINDS.has(kind)
  return [
    ...(changesBids ? (['ladder', 'own'] as const) : []),
    ...(changesSets ? (['sets'] as const) : []),
    ...(changesAsks ? (['asks'] as const) : []),
    ...(changesBids || changesHolders ? (['exit'] as const) : []),
  ]
}

function changesPrices({ kind }: LiveMessage): boolean {
  return kind === 'floor_change' || kind === 'listings_change'
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
