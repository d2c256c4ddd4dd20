import { listSetBidLevels } from '@opal/contract/bids'
import type { ApiClient } from '@opal/contract/client'
import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import { ApiError } from '@opal/contract/http/api-error'
import { listCollectionTokens } from '@opal/contract/tokens'
import { compareOctas } from '@opal/domain/prices/octas'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useSite } from '../../../../app/site.tsx'
import { fetchCollectionTopBid } from '../../../../entities/order/fetch-top-bids.ts'
import type { BuiltSet } from '../../../../entities/token-set/build-set.ts'
import {
  announceSet,
  fetchFittingSet,
  type SetCriteria,
  toConditionQuery,
} from '../../../../entities/token-set/fitting-set.ts'
import { failureSentence } from '../../../../shared/format/failure-sentence.ts'
import { throwing } from '../../../../shared/realtime/throwing.ts'
import { useLiveReferences } from '../../price-guard/use-live-references.ts'

/** The set of tokens that fit the criteria, from its list to what the market pays for its tokens. */
export interface FittingSet {
  /** Null until it is built, and where no token fits. */
  readonly set: BuiltSet | null
  /** Number of tokens that fit; null until it is known. */
  readonly size: number | null
  /** Octas of the cheapest token that fits and others have listed, and of the best bid of others that it could be sold into; null where there is none, or it is not known. */
  readonly floor: string | null
  readonly topBid: string | null
  /** Octas of the bidder's own cheapest listing that fits, where it is below that floor; null where none is, or it is not known. */
  readonly ownAsk: string | null
  /** Number of tokens that fit and others have listed, of those that are read; 0 until it is known. */
  readonly listed: number
  /** Whether floor and top bid are still being loaded. */
  readonly isLooking: boolean
  /** Whether they could not be. */
  readonly isUncompared: boolean
  /** Why there is no set; null while it is built, or once it is. */
  readonly problem: string | null
  /** Builds it from what fits now. */
  retry(): void
}

/** Shown wherever a bid is for what fits: the page can check the list of items, but not that they fit. @source docs/reference/security.md */
export const FIT_SOURCE = 'This site’s records determine which items match: traits aren’t stored on chain.'

/** Builds the set of the tokens that fit a condition. @param walletAddress the bidder, whose own listings are left out. */
export function useFittingSet(criteria: SetCriteria, walletAddress: string): FittingSet {
  const { api } = useSite()
  const built = useQuery({
    queryKey: ['fitting-set', criteria] as const,
    queryFn: ({ signal }) => fetchFittingSet(api, criteria, signal),
    // Metadata may have changed when the dialog is opened again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const market = useQuery({
    queryKey: ['fitting-set-market', criteria, walletAddress] as const,
    queryFn: ({ signal }) => fetchMarket(api, criteria, walletAddress, signal),
  })
  useLiveReferences({ collectionId: criteria.collectionId, tokenDataId: null }, ['fitting-set-market', criteria])
  return {
    set: built.data?.set ?? null,
    size: built.data?.size ?? null,
    floor: market.data?.floor ?? null,
    topBid: market.data?.topBid ?? null,
    ownAsk: market.data?.ownAsk ?? null,
    listed: market.data?.listed ?? 0,
    isLooking: market.isPending,
    isUncompared: market.isError,
    problem: built.error === null ? null : problemOf(built.error),
    retry: () => void built.refetch(),
  }
}

/** @source docs/product/bids.md#best-bid */
async function fetchMarket(api: ApiClient, criteria: SetCriteria, walletAddress: string, signal: AbortSignal) {
  const { collectionId, condition } = criteria
  const [{ prices, ownPrices }, ofSets, ofCollection] = await Promise.all([
    fetchAsks(api, criteria, { walletAddress }, signal),
    api(throwing(listSetBidLevels), { params: { collectionId }, query: toConditionQuery(condition) }, { signal }),
    fetchCollectionTopBid(api, collectionId, walletAddress, signal),
  ])
  const ofOthers = ofSets.data.filter(({ bidders, buyers }) => bidders > 1 || buyers[0] !== walletAddress)
  const bids = [...ofOthers, ...(ofCollection === null ? [] : [ofCollection])]
  const [topBid] = bids.map(({ price }) => BigInt(price)).sort((one, other) => compareOctas(other, one))
  const [floor] = prices
  const [ownAsk] = ownPrices
  return {
    floor: floor === undefined ? null : String(floor),
    ownAsk: ownAsk === undefined || (floor !== undefined && floor <= ownAsk) ? null : String(ownAsk),
    topBid: topBid === undefined ? null : String(topBid),
    listed: prices.length,
  }
}

/** Listings of a page, the cheapest first: as many as one purchase takes, among as many of one's own. */
const LISTINGS_PER_PAGE = 2 * MAX_TRADE_ITEMS
/** Pages that are read where a wallet's own listings come first. */
const MAX_PAGES = 5

/** Buyer of items, and their highest price in octas. */
interface Purchase {
  readonly walletAddress: string
  readonly priceTop?: string
}

/** Fetches the prices in octas at which a wallet can buy items that fit, ascending: its own listings are left out. */
export async function fetchPrices(...asked: Parameters<typeof fetchAsks>): Promise<readonly bigint[]> {
  return (await fetchAsks(...asked)).prices
}

/** Prices in octas of items that fit, ascending. */
interface Asks {
  readonly prices: readonly bigint[]
  /** Those of the wallet's own. */
  readonly ownPrices: readonly bigint[]
}

/** Fetches what others ask for items that fit, as many as one purchase takes, and what the wallet itself asks among them. */
async function fetchAsks(
  api: ApiClient,
  { collectionId, condition }: SetCriteria,
  { walletAddress, priceTop }: Purchase,
  signal: AbortSignal,
): Promise<Asks> {
  const listed = { nftType: 'LISTED', sort: 'price_asc', limit: LISTINGS_PER_PAGE } as const
  const query = { ...toConditionQuery(condition), ...listed, ...(priceTop !== undefined && { priceTop }) }
  const [prices, ownPrices]: [bigint[], bigint[]] = [[], []]
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES && prices.length < MAX_TRADE_ITEMS; page += 1) {
    const asked = { params: { id: collectionId }, query: { ...query, ...(cursor !== undefined && { cursor }) } }
    const { data, nextCursor } = await api(throwing(listCollectionTokens), asked, { signal })
    for (const { owner, listedPrice } of data) {
      if (listedPrice === null) continue
      const ofWhom = owner?.walletAddress === walletAddress ? ownPrices : prices
      ofWhom.push(BigInt(listedPrice))
    }
    if (nextCursor === null) break
    cursor = nextCursor
  }
  return { prices, ownPrices }
}

function problemOf(error: Error): string {
  return error instanceof ApiError ? failureSentence(error) : 'Something went wrong while preparing the bid.'
}

/** State of the announcement of a set. */
export interface Announcement {
  readonly isDone: boolean
  /** Why it was refused; null while it is not. */
  readonly problem: string | null
  retry(): void
}

/**
 * Announces a set once the bid is ready to be quoted: the API builds no bid on a set that nobody could sell into.
 * @param set null while the bid is not ready.
 */
export function useAnnouncement({ collectionId, condition }: SetCriteria, set: BuiltSet | null): Announcement {
  const { api } = useSite()
  const announced = useQuery({
    queryKey: ['announced-set', set?.root] as const,
    queryFn: set === null ? skipToken : ({ signal }) => announceSet(api, { collectionId, condition }, set, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const isDone = set !== null && announced.data?.root === set.root
  const problem = announced.error === null ? null : problemOf(announced.error)
  return { isDone, problem, retry: () => void (set !== null && announced.refetch()) }
}
