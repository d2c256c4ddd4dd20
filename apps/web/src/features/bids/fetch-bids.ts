import { type BidLevel, listBidsOfCollection, listUserBids } from '@opal/contract/bids'
import type { ApiClient } from '@opal/contract/client'

/** Most rows of one call. */
const PAGE_SIZE = 100

/** One page of a collection's ladder, best price first. */
export interface BidsPage {
  readonly data: readonly BidLevel[]
  readonly nextCursor: string | null
}

// The contract's failure value is an empty ladder; without it failures are thrown.
const { failure: _, ...strictLadder } = listBidsOfCollection

/** Fetches a page of live collection offers by price. @throws ApiError */
export function fetchBids(
  api: ApiClient,
  collectionId: string,
  cursor: string | null,
  signal: AbortSignal,
): Promise<BidsPage> {
  const query = { take: PAGE_SIZE, ...(cursor !== null && { cursor }) }
  return api(strictLadder, { params: { id: collectionId }, query }, { signal })
}

/** Fetches how many tokens a wallet bids on, by price in octas. */
export async function fetchOwnBids(
  api: ApiClient,
  collectionId: string,
  wallet: string,
  signal: AbortSignal,
): Promise<Readonly<Record<string, number>>> {
  const query = { collectionId, take: PAGE_SIZE, type: 'made' as const }
  const { data } = await api(listUserBids, { params: { wallet }, query }, { signal })
  const sizes: Record<string, number> = {}
  for (const { bidPrice, total, tokenBid, expired } of data) {
    if (!tokenBid && !expired) sizes[bidPrice] = (sizes[bidPrice] ?? 0) + Number(total)
  }
  return sizes
}
