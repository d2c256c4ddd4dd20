import type { LiveMessage } from '@opal/contract/live'
import type { PendingClaim } from '@opal/contract/portfolio/claims'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useThrottled } from '../../../shared/hooks/use-throttled.ts'
import { refetchAfterChange } from '../../../shared/realtime/refetch.ts'
import { useLive } from '../../../shared/realtime/use-live.ts'

/** @source docs/product/tokens-and-filters.md#batched-arrivals */
const DEBOUNCE_MS = 100

/** Refetches a wallet's pending claims when one is created, cancelled or claimed, and when data in its row changes. */
export function useLiveClaims(queryKey: QueryKey, wallet: string, rows: readonly PendingClaim[]): void {
  const queryClient = useQueryClient()
  const soon = useThrottled(() => void refetchAfterChange(queryClient, { queryKey }), DEBOUNCE_MS)
  const onMessage = (message: LiveMessage) => {
    if (isAbout(message, wallet, rows)) soon()
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
