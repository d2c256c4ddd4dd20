import type { LiveMessage } from '@opal/contract/live'
import type { TokenDetail } from '@opal/contract/tokens'
import { useQueryClient } from '@tanstack/react-query'
import { useThrottled } from '../../shared/hooks/use-throttled.ts'
import { refetchAfterChange } from '../../shared/realtime/refetch.ts'
import { useLive } from '../../shared/realtime/use-live.ts'
import { TOKEN_KEY } from './token-query.ts'

/** Shortest time between two refetches of a token, in milliseconds: anyone can bid without end. */
const TOKEN_MS = 1_000

/** Updates a shown token: refetches it after its own activity, and patches its metrics by messages of its collection. */
export function useLiveToken(collectionId: string, tokenDataId: string): void {
  const queryClient = useQueryClient()
  const queryKey = [TOKEN_KEY, tokenDataId]
  const refetch = useThrottled(() => void refetchAfterChange(queryClient, { queryKey }), 0, TOKEN_MS)
  useLive({ collectionId }, (message: LiveMessage) => {
    if (message.kind === 'floor_change') {
      queryClient.setQueryData<TokenDetail>(
        queryKey,
        (token) => token && { ...token, collectionFloorPrice: message.new },
      )
    }
    const concerns =
      message.kind === 'bid_change' || (message.kind === 'activity' && message.activity.tokenDataId === tokenDataId)
    if (concerns) refetch()
  })
}
