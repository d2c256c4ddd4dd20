import {
  type CollectionTopBid,
  getCollectionTopBid,
  listTokenTopBids,
  type TokenTopBid,
} from '@opal/contract/bids/top-bids'
import type { ApiClient } from '@opal/contract/client'
import type { TopBid } from '@opal/contract/tokens'
import { throwing } from '../../shared/realtime/throwing.ts'

/** Most tokens of one call. @source contract, listTokenTopBids */
const MAX_TOKENS = 200

/**
 * Fetches the best live collection offer that is not the wallet's own; null where there is none.
 * @param walletAddress null for a visitor.
 * @throws ApiError
 */
export function fetchCollectionTopBid(
  api: ApiClient,
  collectionId: string,
  walletAddress: string | null,
  signal: AbortSignal,
): Promise<CollectionTopBid | null> {
  return api(throwing(getCollectionTopBid), { params: { collectionId }, query: notOf(walletAddress) }, { signal })
}

/**
 * Fetches the top bids of some tokens of a collection by token, without the wallet's own offers.
 * @throws ApiError
 * @source docs/product/bids.md#bids-of-others
 */
export async function fetchTopBids(
  api: ApiClient,
  collectionId: string,
  tokenDataIds: readonly string[],
  walletAddress: string | null,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, TopBid | null>> {
  const parts = Array.from({ length: Math.ceil(tokenDataIds.length / MAX_TOKENS) }, (_, at) =>
    tokenDataIds.slice(at * MAX_TOKENS, (at + 1) * MAX_TOKENS),
  )
  const [ofCollection, ...answers] = await Promise.all([
    fetchCollectionTopBid(api, collectionId, walletAddress, signal),
    ...parts.map((body) =>
      api(throwing(listTokenTopBids), { query: notOf(walletAddress), body: [...body] }, { signal }),
    ),
  ])
  return new Map(answers.flatMap(({ data }) => data.map((one) => [one.tokenDataId, higherOf(one, ofCollection)])))
}

function notOf(walletAddress: string | null) {
  return walletAddress === null ? {} : { walletAddress }
}

/** Returns the higher of two bids; the collection offer when they are equal. @source docs/product/bids.md#best-bid */
function higherOf(ofToken: TokenTopBid, ofCollection: CollectionTopBid | null): TopBid | null {
  const { topBid: price, offerId, marketplace } = ofToken
  const isHigher = price !== null && (ofCollection === null || BigInt(price) > BigInt(ofCollection.price))
  if (isHigher && offerId !== null && marketplace !== null)
    return { price, offerId, marketplace, remainingTokenAmount: '1', topTokenBid: true }
  if (ofCollection === null) return null
  const { price: best, remainingTokenAmount } = ofCollection
  return {
    price: best,
    offerId: ofCollection.offerId,
    marketplace: ofCollection.marketplace,
    remainingTokenAmount,
    topTokenBid: false,
  }
}
