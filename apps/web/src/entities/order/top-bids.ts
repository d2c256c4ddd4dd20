import type { Token, TopBid } from '@opal/contract/tokens'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSite } from '../../app/site.tsx'
import { useOwnAddress } from '../wallet/use-own-address.ts'
import { TOP_BIDS_KEY } from './top-bids-key.ts'

type BidsById = Readonly<Record<string, TopBid | null>>
type BidOn = Pick<Token, 'tokenDataId' | 'collectionId' | 'topBid'>

/**
 * Returns the top bid of a token for the viewer: the connected wallet's own offers do not count. Refetched with the token.
 * @source docs/product/bids.md#bids-of-others
 */
export function useTopBid({ tokenDataId, collectionId, topBid }: BidOn): TopBid | null {
  const { api } = useSite()
  const viewer = useOwnAddress()
  const { data } = useQuery({
    queryKey: ['token', tokenDataId, 'top-bid', viewer],
    enabled: viewer !== null,
    queryFn: async ({ signal }) => {
      const { fetchTopBids } = await import('./fetch-top-bids.ts')
      return (await fetchTopBids(api, collectionId, [tokenDataId], viewer, signal)).get(tokenDataId) ?? null
    },
  })
  return data === undefined ? topBid : data
}

/** Returns the highest collection offer in octas for the viewer, as {@link useTopBid}. @param topBid of all wallets. */
export function useCollectionTopBid(collectionId: string, topBid: string | null): string | null {
  const { api } = useSite()
  const viewer = useOwnAddress()
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
 * Returns tokens of a collection with their top bids for the viewer: bids on sets count, which the tokens themselves leave out, and the
 * connected wallet's own offers do not.
 * @param isShown whether top bids are on the screen; false fetches nothing.
 */
export function useTopBids<Row extends BidOn>(
  collectionId: string,
  tokens: readonly Row[],
  isShown: boolean,
): readonly Row[] {
  const { api } = useSite()
  const viewer = useOwnAddress()
  const ids = tokens.map(({ tokenDataId }) => tokenDataId)
  const { data } = useQuery<BidsById>({
    queryKey: [TOP_BIDS_KEY, collectionId, viewer, ids],
    enabled: isShown && ids.length > 0,
    // While the bids of more rows load, the known ones stay.
    placeholderData: (before, query) =>
      query?.queryKey[1] === collectionId && query.queryKey[2] === viewer ? before : undefined,
    queryFn: async ({ signal }) => {
      const { fetchTopBids } = await import('./fetch-top-bids.ts')
      return Object.fromEntries(await fetchTopBids(api, collectionId, ids, viewer, signal))
    },
  })
  return useMemo(() => {
    if (!isShown || data === undefined) return tokens
    return tokens.map((token) => {
      const topBid = data[token.tokenDataId]
      return topBid === undefined ? token : { ...token, topBid }
    })
  }, [tokens, data, isShown])
}
