import type { ApiClient } from '@opal/contract/client'
import { listUserTokens, type PortfolioToken } from '@opal/contract/portfolio'
import type { Listing } from '@opal/contract/shapes/orders'
import type { Token } from '@opal/contract/tokens'
import { useQuery } from '@tanstack/react-query'
import { useSite } from '../../../app/site.tsx'
import { openListing } from '../../../entities/order/listed-token.ts'
import { useOwnAddress } from '../../../entities/wallet/use-own-address.ts'
import { readPages } from '../../../shared/realtime/read-pages.ts'

const PAGE_SIZE = 100
/** Most pages that are read of a wallet's listings in one collection. */
const MAX_PAGES = 5

/**
 * Returns the viewer's own open listing of a token, also one that not everyone can buy, of which lists of tokens know nothing; null
 * without one, undefined while it is unknown. Rows of one collection share the call.
 */
export function useOwnListing({ collectionId, tokenDataId }: Token): Listing | null | undefined {
  const { api } = useSite()
  const wallet = useOwnAddress()
  const { data, isError } = useQuery({
    queryKey: ['own-listings', wallet, collectionId],
    enabled: wallet !== null,
    queryFn: ({ signal }) => fetchListed(api, wallet ?? '', collectionId, signal),
  })
  if (isError) return null
  return (
    data && openListing(data.filter((token) => token.tokenDataId === tokenDataId).flatMap((token) => token.ownListings))
  )
}

async function fetchListed(
  api: ApiClient,
  wallet: string,
  collectionId: string,
  signal: AbortSignal,
): Promise<readonly PortfolioToken[]> {
  const { rows } = await readPages(
    (cursor) => {
      const query = { collectionId, type: 'listed' as const, take: PAGE_SIZE, ...cursor }
      return api(listUserTokens, { params: { wallet }, query }, { signal })
    },
    { maxPages: MAX_PAGES },
  )
  return rows
}
