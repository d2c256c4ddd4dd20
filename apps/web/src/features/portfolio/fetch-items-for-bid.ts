import type { ApiClient } from '@opal/contract/client'
import { listUserTokens, type PortfolioToken } from '@opal/contract/portfolio'
import { MAX_PAGE_SIZE } from './fetch-portfolio.ts'
import type { ItemsPage } from './portfolio-query.ts'

/** Maximum of items that a sale into a collection bid offers. */
const MAX_ITEMS_FOR_BID = 200

/**
 * Fetches the items that a wallet could sell into a collection bid: those by whose sale the least is lost come first. That is what is
 * not listed, then what is estimated lowest, held most often, cost least and is least rare. An unknown cost comes after known ones.
 * @throws ApiError
 */
export async function fetchItemsForBid(
  api: ApiClient,
  wallet: string,
  collectionId: string,
): Promise<readonly PortfolioToken[]> {
  const held: PortfolioToken[] = []
  for (const type of ['unlisted', 'listed'] as const) {
    for (let cursor: string | null = ''; cursor !== null && held.length < MAX_ITEMS_FOR_BID; ) {
      const query = {
        ...({ take: MAX_PAGE_SIZE, type, collectionId, sortBy: 'rarity', order: 'desc', spam: 'include' } as const),
        ...(cursor !== '' && { cursor }),
      }
      const page: ItemsPage = await api(listUserTokens, { params: { wallet }, query })
      held.push(...page.data)
      cursor = page.nextCursor
    }
  }
  return held.toSorted(byLoss)
}

function byLoss(one: PortfolioToken, other: PortfolioToken): number {
  const keys = ({ ownListings, estimatedPrice, held, costPrice, rarity }: PortfolioToken) => [
    BigInt(Math.min(1, ownListings.length)),
    BigInt(estimatedPrice ?? 0),
    -BigInt(held),
    BigInt(costPrice === null ? 1 : 0),
    costOfOne(costPrice, held),
    -BigInt(rarity ?? 0),
  ]
  const others = keys(other)
  const difference = keys(one)
    .map((key, at) => key - (others[at] ?? 0n))
    .find((each) => each !== 0n)
  return Number(difference ?? 0n)
}

/** Returns what one of an item cost, in octas; 0 where it is unknown. */
function costOfOne(costPrice: string | null, held: string): bigint {
  const count = BigInt(held)
  return count > 1n ? BigInt(costPrice ?? 0) / count : BigInt(costPrice ?? 0)
}
