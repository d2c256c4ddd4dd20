import type { Token } from '@opal/contract/tokens'
import { useQuery } from '@tanstack/react-query'
import { useSite } from '../../../app/site.tsx'
import { TOKEN_KEY } from '../token-query.ts'
import type { NamedSetBid } from './fetch-set-bids.ts'

/** Part of the query key after the token's id. */
export const SET_BIDS = 'set-bids'

const NONE: readonly NamedSetBid[] = []

/** Returns the best bids on sets that a token is in, best first; none while they load. Refetched with the token. */
export function useSetBids({ tokenDataId }: Pick<Token, 'tokenDataId'>): readonly NamedSetBid[] {
  const { api } = useSite()
  const { data } = useQuery({
    queryKey: [TOKEN_KEY, tokenDataId, SET_BIDS] as const,
    queryFn: async ({ signal }) => {
      const { fetchSetBids } = await import('./fetch-set-bids.ts')
      return fetchSetBids(api, tokenDataId, signal)
    },
  })
  return data ?? NONE
}
