import { SET_BID_KINDS } from '@opal/contract/constants/activity-kinds'
import type { Token } from '@opal/contract/tokens'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSite } from '../../../app/site.tsx'
import { useLive } from '../../../shared/realtime/use-live.ts'
import { refetchQueries, usePacedRefetch } from '../../../shared/realtime/use-paced-refetch.ts'
import { TOKEN_KEY } from '../token-query.ts'
import type { NamedSetBid } from './fetch-set-bids.ts'

const NONE: readonly NamedSetBid[] = []

function keyOf(tokenDataId: string) {
  return [TOKEN_KEY, tokenDataId, 'set-bids'] as const
}

/** The best bids on sets that a token is in. */
export interface SetBids {
  /** Best first; none while they load. */
  readonly bids: readonly NamedSetBid[]
  readonly isPending: boolean
  /** Loads them again; null unless they could not be loaded. */
  readonly retry: (() => void) | null
}

/** Returns the best bids on sets that a token is in. Refetched with the token. */
export function useSetBids({ tokenDataId }: Pick<Token, 'tokenDataId'>): SetBids {
  const { api } = useSite()
  const { data, isPending, isLoadingError, refetch } = useQuery({
    queryKey: keyOf(tokenDataId),
    queryFn: async ({ signal }) => {
      const { fetchSetBids } = await import('./fetch-set-bids.ts')
      return fetchSetBids(api, tokenDataId, signal)
    },
  })
  return { bids: data ?? NONE, isPending, retry: isLoadingError ? () => void refetch() : null }
}

/** Refetches the bids of {@link useSetBids} after activity on sets of the token's collection, whichever token that is of. */
export function useLiveSetBids({ collectionId, tokenDataId }: Pick<Token, 'collectionId' | 'tokenDataId'>): void {
  const queryClient = useQueryClient()
  const refetch = usePacedRefetch(() => refetchQueries(queryClient, { queryKey: keyOf(tokenDataId) }))
  useLive({ collectionId }, (message) => {
    if (message.kind === 'activity' && SET_BID_KINDS.has(message.activity.kind)) refetch()
  })
}
