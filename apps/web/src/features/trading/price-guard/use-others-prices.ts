import { listTopTraits } from '@opal/contract/collections/traits'
import type { LiveMessage } from '@opal/contract/live'
import type { TokenDetail } from '@opal/contract/tokens'
import { getFloorListing } from '@opal/contract/tokens/listings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSite } from '../../../app/site.tsx'
import { mayChangeAsks } from '../../../entities/order/price-messages.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { toOctas } from '../../../shared/format/apt.ts'
import { isFirstLoad } from '../../../shared/hooks/is-first-load.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import { throwing } from '../../../shared/realtime/throwing.ts'
import { useLive } from '../../../shared/realtime/use-live.ts'
import { refetchQueries, usePacedRefetch } from '../../../shared/realtime/use-paced-refetch.ts'
import type { OthersReferences } from './price-anomalies.ts'
import { priceReferences, usualFloorOf } from './price-references.ts'

/** Part of the result of a token's query. */
export interface LoadedToken {
  readonly data: TokenDetail | undefined
  readonly dataUpdatedAt: number
}

const OTHERS_PRICES_KEY = 'others-prices'

export interface OthersPrices {
  /** Returns a token's reference prices by the listings of others, without floors until they are loaded; of all listings where they cannot be. */
  of(token: TokenDetail | undefined): OthersReferences
  /** Asked for the first time, and not answered yet. */
  readonly isLooking: boolean
}

/**
 * Loads floors without the connected wallet's own listings, which are no reference for its prices, and follows live messages that may change them.
 * Every token of a collection is compared with the same floor.
 * @param tokens queries of the tokens.
 * @param isWanted false asks nothing: all listings count.
 */
export function useOthersPrices(tokens: readonly LoadedToken[], isWanted: boolean): OthersPrices {
  const { api } = useSite()
  const wallet = useStore(walletSession).address
  const known = tokens.flatMap(({ data }) => data ?? [])
  const presentFloors = newestFloors(tokens)
  const ids = known.map(({ tokenDataId }) => tokenDataId)
  const collections = [...new Set(known.map(({ collectionId }) => collectionId))]
  const enabled = isWanted && wallet !== null && ids.length > 0 && ids.length === tokens.length
  const query = useQuery({
    queryKey: [OTHERS_PRICES_KEY, wallet, ids],
    enabled,
    queryFn: async ({ signal }) => {
      const asked = { walletAddress: wallet ?? '' }
      const [traits, ...floors] = await Promise.all([
        api(throwing(listTopTraits), { query: asked, body: ids }, { signal }),
        ...collections.map((id) => api(throwing(getFloorListing), { params: { id }, query: asked }, { signal })),
      ])
      return {
        floors: new Map(collections.map((id, at) => [id, floors[at]])),
        traits: new Map(traits.data.map((row) => [row.tokenDataId, row])),
      }
    },
  })
  useAskChanges(known)
  return {
    of(token) {
      const all = { ...priceReferences(token), startingTraitFloor: null }
      if (token === undefined) return all
      const present = toOctas(presentFloors.get(token.collectionId))
      const market = { ...all, ...withUsual(present, token.collectionUsualFloorPrice) }
      if (!enabled) return market
      if (query.data === undefined)
        return isFirstLoad(query) ? { ...market, ...withUsual(null, null), traitFloor: null } : market
      const { floors, traits } = query.data
      const prices = traits.get(token.tokenDataId)
      const floor = floors.get(token.collectionId)
      return {
        ...market,
        ...withUsual(toOctas(floor?.floorPrice), floor?.usualFloorPrice),
        traitFloor: toOctas(prices?.topTrait?.floorPrice),
        startingTraitFloor: toOctas(prices?.traitFloorPrice),
      }
    },
    isLooking: enabled && isFirstLoad(query),
  }
}

/** Returns the floor of each collection by its token that was loaded last: tokens in the cache were loaded at different floors. */
function newestFloors(tokens: readonly LoadedToken[]): ReadonlyMap<string, string | null> {
  const oldestFirst = tokens.toSorted((one, other) => one.dataUpdatedAt - other.dataUpdatedAt)
  return new Map(
    oldestFirst.flatMap(({ data }) =>
      data === undefined ? [] : [[data.collectionId, data.collectionFloorPrice] as const],
    ),
  )
}

/** Updates the floors of tokens that are priced when live messages may change them. */
function useAskChanges(tokens: readonly TokenDetail[]): void {
  const queryClient = useQueryClient()
  const refetch = usePacedRefetch(() => refetchQueries(queryClient, { queryKey: [OTHERS_PRICES_KEY] }))
  const onMessage = (message: LiveMessage) => {
    const concerned = tokens.filter(({ collectionId }) => collectionId === message.collectionId)
    if (concerned.length === 0) return
    if (message.kind === 'floor_change') {
      for (const { tokenDataId } of concerned) {
        queryClient.setQueryData<TokenDetail>(
          ['token', tokenDataId],
          (token) => token && { ...token, collectionFloorPrice: message.new },
        )
      }
    }
    if (mayChangeAsks(message)) refetch()
  }
  useLive({ room: 'floor_room' }, onMessage)
  useLive({ room: 'activity_room' }, onMessage)
}

function withUsual(floor: bigint | null, usual: string | null | undefined) {
  return { floor, usualFloor: usualFloorOf(floor, toOctas(usual)) }
}
