import type { Token, TopBid } from '@opal/contract/tokens'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSite } from '../../app/site.tsx'
import { useStore } from '../../shared/hooks/store.ts'
import { walletSession } from '../wallet/wallet-session.ts'

type BidsById = Readonly<Record<string, TopBid | null>>
type BidOn = Pick<Token, 'tokenDataId' | 'collectionId' | 'topBid'>

/** First part of the key of the top bids of a collection's list of tokens. */
export const TOP_BIDS_KEY = 'top-bids'

/**
 * The top bid of a token for who looks: a connected wallet's own offers do not count. Read anew with the token.
 * @source docs/product/bids.md#bids-of-others
 */
export function useTopBid({ tokenDataId, collectionId, topBid }: BidOn): TopBid | null {
  const { api } = useSite()
  const viewer = useStore(walletSession).address
  const { data } = useQuery({
    queryKey: ['token', tokenDataId, 'top-bid', viewer],
    enabled: viewer !== null,
    queryFn: async ({ signal }) => {
      const { fetchTopBids } = await import('./fetch-top-bids.ts')
      return (await fetchTopBids(api, collectionId, [tokenDataId], viewer ?? '', signal)).get(tokenDataId) ?? null
    },
  })
  return data === undefined ? topBid : data
}

/** The highest bid for any token of a collection, octas, for who looks, as {@link useTopBid}. @param topBid anybody's. */
export function useCollectionTopBid(collectionId: string, topBid: string | null): string | null {
  const { api } = useSite()
  const viewer = useStore(walletSession).address
  const { data } = useQuery({
    queryKey: ['collection', collectionId, 'top-bid', viewer],
    enabled: viewer !== null,
    queryFn: async ({ signal }) => {
      const { fetchCollectionTopBid } = await import('./fetch-top-bids.ts')
      return fetchCollectionTopBid(api, collectionId, viewer ?? '', signal)
    },
  })
  return data === undefined ? topBid : (data?.price ?? null)
}

/**
 * A list of a collection's tokens with their top bids for who looks, as {@link useTopBid}.
 * @param isShown false asks nothing: no top bid is shown.
 */
export function useTopBids<Row extends BidOn>(
  collectionId: string,
  tokens: readonly Row[],
  isShown: boolean,
): readonly Row[] {
  const { api } = useSite()
  const viewer = useStore(walletSession).address
  const ids = tokens.map(({ tokenDataId }) => tokenDataId)
  const { data } = useQuery<BidsById>({
    queryKey: [TOP_BIDS_KEY, collectionId, viewer, ids],
    enabled: isShown && viewer !== null && ids.length > 0,
    // While more rows are asked about, what is known of the others stays.
    placeholderData: (before, query) =>
      query?.queryKey[1] === collectionId && query.queryKey[2] === viewer ? before : undefined,
    queryFn: async ({ signal }) => {
      const { fetchTopBids } = await import('./fetch-top-bids.ts')
      return Object.fromEntries(await fetchTopBids(api, collectionId, ids, viewer ?? '', signal))
    },
  })
  return useMemo(() => {
    if (!isShown || viewer === null || data === undefined) return tokens
    return tokens.map((token) => {
      const topBid = data[token.tokenDataId]
      return topBid === undefined ? token : { ...token, topBid }
    })
  }, [tokens, data, isShown, viewer])
}
