import type { LiveMessage } from '@opal/contract/live'
import type { ExitItem } from '@opal/contract/portfolio/exit'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLive } from '../../../shared/realtime/use-live.ts'
import { refetchQueries, usePacedRefetch } from '../../../shared/realtime/use-paced-refetch.ts'
import { exitKey } from './exit-query.ts'

/** Shortest pause between two refetches, in milliseconds: a plan reads the bids on hundreds of items. */
const LEAST_PAUSE_MS = 2_000

/**
 * Refetches the plan of an exit after live events of its wallets, and of the collections in the plan.
 * @param shown the wallet on whose portfolio it is.
 */
export function useLiveExit(shown: string, wallets: readonly string[], items: readonly ExitItem[] | undefined): void {
  const queryClient = useQueryClient()
  const collections = useMemo(() => new Set(items?.map(({ collectionId }) => collectionId)), [items])
  const refetch = usePacedRefetch(() => refetchQueries(queryClient, { queryKey: exitKey(shown) }), {
    leastMs: LEAST_PAUSE_MS,
  })
  const onMarket = ({ collectionId }: LiveMessage) => {
    if (collectionId !== null && collections.has(collectionId)) refetch()
  }
  useLive({ room: 'floor_room' }, onMarket)
  useLive({ room: 'bid_room' }, onMarket)
  useLive({ room: 'activity_room' }, (message) => {
    if (message.kind !== 'activity') return
    const { from, to } = message.activity
    if (wallets.some((wallet) => wallet === from || wallet === to)) refetch('', true)
    else onMarket(message)
  })
}
