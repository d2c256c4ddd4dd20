import type { ApiClient } from '@opal/contract/client'
import { listCollectionTokens } from '@opal/contract/endpoints/list-collection-tokens'
import { listTraitValues } from '@opal/contract/endpoints/list-trait-values'
import { listTraits } from '@opal/contract/endpoints/list-traits'
import type { Token } from '@opal/contract/shapes/token'
import type { TraitKind, TraitValue } from '@opal/contract/shapes/trait'
import type { ItemsPage } from './items-query.ts'
import type { ItemsView } from './items-view.ts'
import { attributesOf } from './trait-choice.ts'

const PAGE_SIZE = 50
/** @source spec 000, section 9 "NFT list finished when a page has fewer than 15 items" */
const LAST_PAGE_BELOW = 15

/** Filters that a list of items and the counts beside its traits share. */
function sharedFilter(view: ItemsView) {
  const attributes = attributesOf(view.traits)
  return {
    ...(view.listedOnly && { nftType: 'LISTED' as const }),
    ...(view.minPrice !== null && { priceBottom: String(view.minPrice) }),
    ...(view.maxPrice !== null && { priceTop: String(view.maxPrice) }),
    ...(view.marketplace !== null && { marketplace: view.marketplace }),
    ...(view.minRank !== null && { rarityBottom: view.minRank }),
    ...(view.maxRank !== null && { rarityTop: view.maxRank }),
    ...(attributes !== undefined && { attributes }),
  }
}

/** The filters of a view, as the contract's query. */
function itemsFilter(view: ItemsView) {
  return { sort: view.sort, ...(view.name !== '' && { name: view.name }), ...sharedFilter(view) }
}

/** A page of a collection's items, for the server's loader and the browser alike. A short one is the last. */
export async function fetchItems(
  api: ApiClient,
  collectionId: string,
  view: ItemsView,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<ItemsPage> {
  const query = { ...itemsFilter(view), limit: PAGE_SIZE, ...(cursor !== null && { cursor }) }
  const options = signal === undefined ? {} : { signal }
  const page = await api(listCollectionTokens, { params: { id: collectionId }, query }, options)
  return page.data.length < LAST_PAGE_BELOW ? { ...page, nextCursor: null } : page
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

/** How many tokens the list would show now. */
export async function fetchTotal(api: ApiClient, collectionId: string, view: ItemsView): Promise<number> {
  const query = { ...itemsFilter(view), limit: 1 }
  return (await api(listCollectionTokens, { params: { id: collectionId }, query })).total
}

/** A collection's traits; every value counted among the tokens that the view's other filters let through. */
export async function fetchTraits(
  api: ApiClient,
  collectionId: string,
  view: ItemsView,
  signal: AbortSignal,
): Promise<readonly TraitKind[]> {
  const query = sharedFilter(view)
  return (await api(listTraits, { params: { id: collectionId }, query }, { signal })).data
}

/** Values of one kind with a part in common, for kinds that have more of them than come with the list. */
export async function fetchTraitValues(
  api: ApiClient,
  collectionId: string,
  trait: string,
  q: string,
  signal: AbortSignal,
): Promise<readonly TraitValue[]> {
  const params = { id: collectionId, trait }
  return (await api(listTraitValues, { params, query: { q: q.slice(0, 100), limit: 50 } }, { signal })).data
}

/** The token whose name ends in a number, such as `Monkey #12`; null when there is none. */
export async function fetchItemByNumber(api: ApiClient, collectionId: string, number: bigint): Promise<Token | null> {
  const query = { name: `(^|[^0-9])0*${number}$`, limit: 1, sort: 'name_asc' as const }
  return (await api(listCollectionTokens, { params: { id: collectionId }, query })).data[0] ?? null
}
