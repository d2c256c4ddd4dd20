import type { LiveMessage } from '@opal/contract/live'
import type { PendingClaim } from '@opal/contract/portfolio/claims'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useLive } from '../../../shared/realtime/use-live.ts'
import { refetchQueries, usePacedRefetch } from '../../../shared/realtime/use-paced-refetch.ts'

/** Refetches a wallet's pending claims when one is created, cancelled or claimed, and when data in its row changes. */
export function useLiveClaims(queryKey: QueryKey, wallet: string, rows: readonly PendingClaim[]): void {
  const queryClient = useQueryClient()
  const refetch = usePacedRefetch(() => refetchQueries(queryClient, { queryKey }))
  const onMessage = (message: LiveMessage) => {
    if (isAbout(message, wallet, rows)) refetch()
  }
  useLive({ room: 'activity_room' }, onMessage)
  useLive({ room: 'bid_room' }, onMessage)
}

function isAbout(message: LiveMessage, wallet: string, rows: readonly PendingClaim[]): boolean {
  switch (message.kind) {
    case 'claims_change':
      return message.wallet === wallet
    case 'activity':
      return rows.some((row) => row.token_data_id === message.activity.tokenDataId)
    case 'bid_change':
      return rows.some((row) => row.collection_id === message.collectionId)
    default:
      return false
  }
}
