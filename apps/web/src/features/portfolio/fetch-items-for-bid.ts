import type { BidItem } from '@opal/contract/bids'
import type { ApiClient } from '@opal/contract/client'
import { listUserTokens, type PortfolioToken } from '@opal/contract/portfolio'
import { getTokenSet } from '@opal/contract/token-sets'
import { byLoss } from '../../entities/order/by-loss.ts'
import { editionKey } from '../../entities/token/edition.ts'
import { readPages } from '../../shared/realtime/read-pages.ts'
import { MAX_PAGE_SIZE } from './fetch-portfolio.ts'

/** Maximum of items that a sale into a collection bid offers. */
const MAX_ITEMS_FOR_BID = 200

/**
 * Fetches the items that a wallet could sell into a collection bid, or a bid on a set: those by whose sale the least is lost come first.
 * @throws ApiError
 */
export async function fetchItemsForBid(
  api: ApiClient,
  wallet: string,
  { collectionId, setRoot }: Pick<BidItem, 'collectionId' | 'setRoot'>,
): Promise<readonly PortfolioToken[]> {
  if (collectionId === null) return []
  const wanted = setRoot === null ? null : await fetchSet(api, setRoot)
  const read = async (type: 'unlisted' | 'listed', cursor: { readonly cursor?: string }) => {
    const choice = { type, collectionId, sortBy: 'rarity', order: 'desc', spam: 'include' } as const
    const query = { take: MAX_PAGE_SIZE, ...choice, ...cursor }
    const page = await api(listUserTokens, { params: { wallet }, query })
    return { ...page, data: page.data.filter((token) => wanted?.has(editionKey(token)) ?? true) }
  }
  const held: PortfolioToken[] = []
  for (const type of ['unlisted', 'listed'] as const) {
    if (held.length >= MAX_ITEMS_FOR_BID) break
    const enoughRows = MAX_ITEMS_FOR_BID - held.length
    held.push(...(await readPages((cursor) => read(type, cursor), { enoughRows })).rows)
  }
  return held.toSorted(byLoss)
}

/** Fetches the keys of the items that a bid on a set wants. */
async function fetchSet(api: ApiClient, root: string): Promise<ReadonlySet<string>> {
  const { tokens } = await api(getTokenSet, { params: { root } })
  return new Set(
    tokens.map(({ tokenDataId, names }) => editionKey({ tokenDataId, propertyVersion: names?.propertyVersion ?? '0' })),
  )
}
