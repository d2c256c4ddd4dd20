import type { LiveMessage } from '@opal/contract/live'
import type { ReservedListing } from '@opal/contract/portfolio/reserved-listings'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useLive } from '../../../shared/realtime/use-live.ts'
import { refetchQueries, usePacedRefetch } from '../../../shared/realtime/use-paced-refetch.ts'

/** Shortest pause between two refetches, in milliseconds: any listing of the market may be reserved for the wallet. */
const LEAST_PAUSE_MS = 5_000

/** Refetches the listings that are reserved for a wallet when something is listed, or happens to one of them. */
export function useLiveReserved(queryKey: QueryKey, wallet: string, rows: readonly ReservedListing[]): void {
  const queryClient = useQueryClient()
  const refetch = usePacedRefetch(() => refetchQueries(queryClient, { queryKey }), { leastMs: LEAST_PAUSE_MS })
  const onMessage = (message: LiveMessage) => {
    const concern = concernOf(message, wallet, rows)
    if (concern !== null) refetch(wallet, concern === 'row')
  }
  useLive({ room: 'activity_room' }, onMessage)
  useLive({ room: 'floor_room' }, onMessage)
}

/** Returns whether a message is about one of the rows, or may be about a new one. */
function concernOf(message: LiveMessage, wallet: string, rows: readonly ReservedListing[]): 'row' | 'new' | null {
  if (message.kind === 'listings_change') {
    return rows.some(({ token }) => token.collectionId === message.collectionId) ? 'row' : null
  }
  if (message.kind !== 'activity') return null
  const { kind, tokenDataId, from } = message.activity
  if (rows.some(({ token }) => token.tokenDataId === tokenDataId)) return 'row'
  return (kind === 'list' || kind === 'reprice') && from !== wallet ? 'new' : null
}
