import { listTopTraits } from '@opal/contract/collections/traits'
import type { TokenDetail } from '@opal/contract/tokens'
import { getFloorListing } from '@opal/contract/tokens/listings'
import { useQuery } from '@tanstack/react-query'
import { useSite } from '../../../app/site.tsx'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { isFirstLoad } from '../../../shared/hooks/is-first-load.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import { throwing } from '../../../shared/realtime/throwing.ts'
import type { PriceReferences } from './price-anomalies.ts'
import { priceReferences } from './price-references.ts'

export interface OthersPrices {
  /** Returns a token's reference prices by the listings of others, without floors until they are loaded; of all listings where they cannot be. */
  of(token: TokenDetail | undefined): PriceReferences
  /** Asked for the first time, and not answered yet. */
  readonly isLooking: boolean
}

/**
 * Loads floors without the connected wallet's own listings, which are no reference for its prices.
 * @param tokens as far as they are known.
 * @param isWanted false asks nothing.
 */
export function useOthersPrices(tokens: readonly (TokenDetail | undefined)[], isWanted: boolean): OthersPrices {
  const { api } = useSite()
  const wallet = useStore(walletSession).address
  const known = tokens.flatMap((token) => token ?? [])
  const ids = known.map(({ tokenDataId }) => tokenDataId)
  const collections = [...new Set(known.map(({ collectionId }) => collectionId))]
  const enabled = isWanted && wallet !== null && ids.length > 0 && ids.length === tokens.length
  const query = useQuery({
    queryKey: ['others-prices', wallet, ids],
    enabled,
    queryFn: async ({ signal }) => {
      const asked = { walletAddress: wallet ?? '' }
      const [traits, ...floors] = await Promise.all([
        api(throwing(listTopTraits), { query: asked, body: ids }, { signal }),
        ...collections.map((id) => api(throwing(getFloorListing), { params: { id }, query: asked }, { signal })),
      ])
      return {
        floors: new Map(collections.map((id, at) => [id, floors[at]?.floorPrice ?? null])),
        traitFloors: new Map(traits.data.map((row) => [row.tokenDataId, row.topTrait?.floorPrice ?? null])),
      }
    },
  })
  return {
    of(token) {
      const market = priceReferences(token)
      if (token === undefined || !enabled) return market
      if (query.data === undefined) return isFirstLoad(query) ? { ...market, floor: null, traitFloor: null } : market
      const { floors, traitFloors } = query.data
      return {
        ...market,
        floor: toOctas(floors.get(token.collectionId)),
        traitFloor: toOctas(traitFloors.get(token.tokenDataId)),
      }
    },
    isLooking: enabled && isFirstLoad(query),
  }
}

function toOctas(text: string | null | undefined): bigint | null {
  return text === null || text === undefined ? null : BigInt(text)
}
