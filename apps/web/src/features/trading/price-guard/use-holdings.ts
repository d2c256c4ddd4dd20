import type { LiveMessage } from '@opal/contract/live'
import { listUserTokens, type PortfolioToken } from '@opal/contract/portfolio'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSite } from '../../../app/site.tsx'
import { type BidTarget, mayChangeBids } from '../../../entities/order/price-messages.ts'
import type { TokenEdition } from '../../../entities/token/edition.ts'
import { openOwnCosts, ownCostOf, ownCosts } from '../../../entities/token/own-costs.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { isFirstLoad, isUnknown } from '../../../shared/hooks/is-first-load.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import { useOnMount } from '../../../shared/hooks/use-on-mount.ts'
import { readParts } from '../../../shared/realtime/read-pages.ts'
import { useLive } from '../../../shared/realtime/use-live.ts'
import { refetchQueries, usePacedRefetch } from '../../../shared/realtime/use-paced-refetch.ts'

/** Most ids of one call. @source contract, portfolio list-user-tokens */
const MAX_IDS = 50
/** Shortest pause between two refetches that bids ask for, in milliseconds. */
const LEAST_PAUSE_MS = 2_000

const HOLDINGS_KEY = 'holdings'

/** Cost and bids of a token that the wallet holds. */
export interface Holding extends Pick<PortfolioToken, 'costPrice'> {
  /** Octas; the highest bid of others on it, before fees. */
  readonly topBid: string | null
}

/** The connected wallet's holdings of some tokens. */
export interface Holdings {
  /** Returns cost and top bid of a token; undefined until they are loaded, nulls where they cannot be. */
  of(token: TokenEdition): Holding | undefined
  /** Asked for the first time, and not answered yet. */
  readonly isLooking: boolean
  /** They could not be loaded: prices are compared with no bid. */
  readonly isUncompared: boolean
}

/**
 * Loads the cost, by the chain or set by the user, and the top bid of each of the connected wallet's tokens. Of several items of a token
 * the cost is unknown: `costPrice` is for all of them, and a trade sells one.
 */
export function useHoldings(tokens: readonly TokenEdition[]): Holdings {
  const { api } = useSite()
  const wallet = useStore(walletSession).address
  const ids = [...new Set(tokens.map(({ tokenDataId }) => tokenDataId))]
  const isAsked = wallet !== null && ids.length > 0
  const query = useQuery({
    queryKey: [HOLDINGS_KEY, wallet, ids],
    enabled: isAsked,
    queryFn: async ({ signal }) => {
      const pages = await readParts(ids, MAX_IDS, (tokenDataId) => {
        // A token may be there in several editions.
        const query = { tokenDataId, take: 100 }
        return api(listUserTokens, { params: { wallet: wallet ?? '' }, query }, { signal })
      })
      return pages
        .flatMap(({ data }) => data)
        .map(({ tokenDataId, collectionId, propertyVersion, held, costPrice, topBid, bestExit }) => {
          return { tokenDataId, collectionId, propertyVersion, held, costPrice, topBid: highestBid(topBid, bestExit) }
        })
    },
  })
  useLiveTopBids(query.data ?? [])
  const own = useStore(ownCosts)
  useOnMount(openOwnCosts)
  return {
    of({ tokenDataId, propertyVersion }) {
      const row = query.data?.find(
        (one) =>
          one.tokenDataId === tokenDataId && (propertyVersion === undefined || one.propertyVersion === propertyVersion),
      )
      if (row === undefined) return query.isLoading ? undefined : { costPrice: null, topBid: null }
      const { held, costPrice, topBid } = row
      return { costPrice: held === '1' ? (costPrice ?? ownCostOf(own, wallet, tokenDataId)) : null, topBid }
    },
    isLooking: isAsked && isFirstLoad(query),
    isUncompared: isAsked && isUnknown(query),
  }
}

/** Refetches the top bids of held tokens when others bid: a price that is typed meanwhile may be below them. */
function useLiveTopBids(held: readonly BidTarget[]): void {
  const queryClient = useQueryClient()
  const refetch = usePacedRefetch(() => refetchQueries(queryClient, { queryKey: [HOLDINGS_KEY] }), {
    leastMs: LEAST_PAUSE_MS,
  })
  const onMessage = (message: LiveMessage) => {
    if (held.some((one) => mayChangeBids(message, one))) refetch()
  }
  useLive({ room: 'bid_room' }, onMessage)
  useLive({ room: 'activity_room' }, onMessage)
}

/** Returns the higher of the top bid and the best exit in octas: the latter may be a bid on a set, and need not have the highest price. */
function highestBid(topBid: PortfolioToken['topBid'], bestExit: PortfolioToken['bestExit']): string | null {
  if (topBid === null || bestExit === null) return topBid?.price ?? bestExit?.priceOctas ?? null
  return BigInt(topBid.price) > BigInt(bestExit.priceOctas) ? topBid.price : bestExit.priceOctas
}
