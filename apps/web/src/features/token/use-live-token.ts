import type { LiveMessage } from '@opal/contract/live'
import type { TokenDetail } from '@opal/contract/tokens'
import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '../../shared/realtime/use-live.ts'
import { refetchQueries, usePacedRefetch } from '../../shared/realtime/use-paced-refetch.ts'
import { TOKEN_KEY } from './token-query.ts'

/**
 * Updates a shown token: refetches it after its own activity and when listings, bids, metadata or ranks of its collection have changed, and patches
 * its metrics by messages of its collection.
 */
export function useLiveToken(collectionId: string, tokenDataId: string): void {
  const queryClient = useQueryClient()
  const queryKey = [TOKEN_KEY, tokenDataId]
  const refetch = usePacedRefetch(() => refetchQueries(queryClient, { queryKey }))
  useLive({ collectionId }, (message: LiveMessage) => {
    if (message.kind === 'floor_change') {
      queryClient.setQueryData<TokenDetail>(
        queryKey,
        (token) => token && { ...token, collectionFloorPrice: message.new },
      )
    }
    const concerns =
      // An answer on its way may be from before the change, and replaces it.
      (message.kind === 'floor_change' && queryClient.isFetching({ queryKey, exact: true }) > 0) ||
      message.kind === 'bid_change' ||
      message.kind === 'listings_change' ||
      message.kind === 'tokens_change' ||
      (message.kind === 'activity' && message.activity.tokenDataId === tokenDataId)
    if (concerns) refetch()
  })
}
