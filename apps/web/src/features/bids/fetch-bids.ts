import { type BidLevel, listBidsOfCollection, listSetBidLevels, listUserBids } from '@opal/contract/bids'
import { type CollectionTopBid, listCollectionTopBids, listSetBids, type SetBid } from '@opal/contract/bids/top-bids'
import type { ApiClient } from '@opal/contract/client'
import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import { listUserTokens, type PortfolioToken } from '@opal/contract/portfolio'
import { listListedTokens } from '@opal/contract/tokens'
import type { TokenConditionInput } from '@opal/contract/tokens/token-filter'
import { byLoss } from '../../entities/order/by-loss.ts'
import { readPages } from '../../shared/realtime/read-pages.ts'
import { throwing } from '../../shared/realtime/throwing.ts'
import type { Ask } from './ask-levels.ts'

/** Most rows of one call. */
const PAGE_SIZE = 100

/** One page of a collection's ladder, best price first. */
export interface BidsPage {
  readonly data: readonly BidLevel[]
  readonly nextCursor: string | null
}

/** Fetches a page of live collection offers by price. @throws ApiError */
export function fetchBids(
  api: ApiClient,
  collectionId: string,
  cursor: string | null,
  signal: AbortSignal,
): Promise<BidsPage> {
  const query = { take: PAGE_SIZE, ...(cursor !== null && { cursor }) }
  return api(throwing(listBidsOfCollection), { params: { id: collectionId }, query }, { signal })
}

/** Fetches the best live offers on sets of a collection's tokens. @throws ApiError */
export async function fetchSetBids(
  api: ApiClient,
  collectionId: string,
  signal: AbortSignal,
): Promise<readonly SetBid[]> {
  const { data } = await api(throwing(listSetBids), { params: { collectionId } }, { signal })
  return data
}

/** Fetches the ladder of offers on sets that hold every token that fits a condition. @throws ApiError */
export function fetchSetLevels(
  api: ApiClient,
  collectionId: string,
  { attributes, ...ranks }: TokenConditionInput,
  signal: AbortSignal,
) {
  const query = { ...ranks, ...(attributes !== undefined && { attributes: JSON.stringify(attributes) }) }
  return api(throwing(listSetBidLevels), { params: { collectionId }, query }, { signal })
}

/** Most pages of a wallet's own bids that the book reads. */
const OWN_PAGES = 5

/** Fetches how many of any tokens of the collection a wallet bids on, by price in octas. */
export async function fetchOwnBids(
  api: ApiClient,
  collectionId: string,
  wallet: string,
  signal: AbortSignal,
): Promise<Readonly<Record<string, number>>> {
  const query = { collectionId, take: PAGE_SIZE, type: 'made' as const }
  const { rows } = await readPages(
    (cursor) => api(throwing(listUserBids), { params: { wallet }, query: { ...query, ...cursor } }, { signal }),
    { maxPages: OWN_PAGES },
  )
  const sizes: Record<string, number> = {}
  for (const { bidPrice, total, tokenBid, setRoot, expired } of rows) {
    if (!tokenBid && setRoot === null && !expired) sizes[bidPrice] = (sizes[bidPrice] ?? 0) + Number(total)
  }
  return sizes
}

/** Most pages of listings that the book reads. */
const ASK_PAGES = 3

/** Levels of listings that can be bought, cheapest first. */
export interface Asks {
  readonly rows: readonly Ask[]
  /** There are more, dearer than these. */
  readonly more: boolean
}

/** Fetches the cheapest listings of a collection. @throws ApiError */
export async function fetchAsks(api: ApiClient, slug: string, signal: AbortSignal): Promise<Asks> {
  const { rows, more } = await readPages(
    (cursor) =>
      api(throwing(listListedTokens), { params: { slug }, query: { take: PAGE_SIZE, ...cursor } }, { signal }),
    { maxPages: ASK_PAGES },
  )
  const asks = rows.flatMap(({ listedPrice, owner }) =>
    listedPrice === null ? [] : { price: BigInt(listedPrice), seller: owner?.walletAddress ?? null },
  )
  return { rows: asks, more }
}

/** A wallet's tokens of a collection, and the bids of others, best first. */
export interface HeldAndBids {
  /** The tokens that one transaction would sell, those whose sale loses least first. */
  readonly held: readonly PortfolioToken[]
  /** Number of all that it holds. */
  readonly total: number
  /** For any of the collection. */
  readonly bids: readonly CollectionTopBid[]
  /** Bids on sets of its tokens. Each held token names the sets that it is in. */
  readonly setBids: readonly SetBid[]
}

/** Fetches what a wallet could sell into bids. @throws ApiError */
export async function fetchExit(
  api: ApiClient,
  collectionId: string,
  wallet: string,
  signal: AbortSignal,
): Promise<HeldAndBids> {
  const held = (type: 'listed' | 'unlisted') => {
    const query = { collectionId, type, sortBy: 'rarity' as const, order: 'desc' as const, take: MAX_TRADE_ITEMS }
    return api(listUserTokens, { params: { wallet }, query }, { signal })
  }
  const [unlisted, listed, bids, setBids] = await Promise.all([
    held('unlisted'),
    held('listed'),
    api(
      throwing(listCollectionTopBids),
      { params: { collectionId }, query: { walletAddress: wallet, take: PAGE_SIZE } },
      { signal },
    ),
    // Without them each bid on a set counts for one token.
    api(listSetBids, { params: { collectionId }, query: { take: PAGE_SIZE } }, { signal }),
  ])
  return {
    held: [...unlisted.data, ...listed.data].toSorted(byLoss).slice(0, MAX_TRADE_ITEMS),
    total: unlisted.total + listed.total,
    bids: bids.data,
    setBids: setBids.data,
  }
}
