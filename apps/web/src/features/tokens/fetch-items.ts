import type { ApiClient } from '@opal/contract/client'
import { listCollectionTokens } from '@opal/contract/endpoints/list-collection-tokens'
import type { Token } from '@opal/contract/shapes/token'
import type { ItemsPage } from './items-query.ts'
import type { ItemsView } from './items-view.ts'

const PAGE_SIZE = 50

/** The filters of a view, as the contract's query. */
function itemsFilter(view: ItemsView) {
  return {
    sort: view.sort,
    ...(view.listedOnly && { nftType: 'LISTED' as const }),
    ...(view.name !== '' && { name: view.name }),
    ...(view.minPrice !== null && { priceBottom: String(view.minPrice) }),
    ...(view.maxPrice !== null && { priceTop: String(view.maxPrice) }),
    ...(view.marketplace !== null && { marketplace: view.marketplace }),
  }
}

/** A page of a collection's items, for the server's loader and the browser alike. */
export async function fetchItems(
  api: ApiClient,
  collectionId: string,
  view: ItemsView,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<ItemsPage> {
  const query = { ...itemsFilter(view), limit: PAGE_SIZE, ...(cursor !== null && { cursor }) }
  return api(listCollectionTokens, { params: { id: collectionId }, query }, signal === undefined ? {} : { signal })
}

/** One token as the list would show it now; null when the view's filters leave it out. */
export async function fetchItem(
  api: ApiClient,
  collectionId: string,
  view: ItemsView,
  tokenId: string,
): Promise<Token | null> {
  const query = { ...itemsFilter(view), limit: 1, tokenId }
  const page = await api(listCollectionTokens, { params: { id: collectionId }, query })
  return page.data[0] ?? null
}
