import type { PendingClaim } from '@opal/contract/claims'
import type { LiveMessage } from '@opal/contract/live'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useThrottled } from '../../../shared/hooks/use-throttled.ts'
import { refetchAfterChange } from '../../../shared/realtime/refetch.ts'
import { useLive } from '../../../shared/realtime/use-live.ts'

/** @source docs/product/tokens-and-filters.md#batched-arrivals */
const DEBOUNCE_MS = 100

/** Reads a wallet's offers to claim again when one is made, taken back or claimed, and when the figures beside one change. */
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
