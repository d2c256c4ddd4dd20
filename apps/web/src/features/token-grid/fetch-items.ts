import type { ApiClient } from '@opal/contract/client'
import type { TraitKind, TraitValue } from '@opal/contract/collections/traits'
import { listTraits, listTraitValues } from '@opal/contract/collections/traits'
import { listCollectionTokens, type Token } from '@opal/contract/tokens'
import { throwing } from '../../shared/realtime/throwing.ts'
import type { ItemsPage } from './items-query.ts'
import type { ItemsView } from './items-view.ts'
import { type ViewFilter, viewFilter } from './view-filter.ts'

const PAGE_SIZE = 50
/** @source docs/product/tokens-and-filters.md#last-page-of-items */
const LAST_PAGE_BELOW = 15

/** Converts a view's filters and order to the contract's query. */
function itemsFilter(view: ItemsView) {
  return { sort: view.sort, ...queryOf(viewFilter(view)) }
}

/** In a query string traits are JSON. */
function queryOf({ attributes, ...members }: ViewFilter) {
  return { ...members, ...(attributes !== undefined && { attributes: JSON.stringify(attributes) }) }
}

/** Fetches a page of a collection's items, in loaders and in the browser. A short page is the last one. @throws ApiError */
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
  if (page.data.length < LAST_PAGE_BELOW || page.nextCursor === null) return { ...page, nextCursor: null }
  return { ...page, end: page.data.at(-1) ?? null }
}

/**
 * Fetches one token under the view's filters; null when they exclude it.
 * @throws WrongTokenError for a response about another token.
 */
export async function fetchItem(
  api: ApiClient,
  collectionId: string,
  view: ItemsView,
  tokenId: string,
): Promise<Token | null> {
  const query = { ...itemsFilter(view), limit: 1, tokenId }
  const page = await api(listCollectionTokens, { params: { id: collectionId }, query })
  const [token] = page.data
  if (token === undefined) return null
  if (token.tokenDataId !== tokenId) throw new WrongTokenError(tokenId, token.tokenDataId)
  return token
}

/** Thrown when the API returns another token than the requested one. */
export class WrongTokenError extends Error {
  constructor(asked: string, answered: string) {
    super(`The API was asked for token ${asked} and answered ${answered}.`)
  }
}

/** Fetches the number of tokens that match a view. */
export async function fetchTotal(api: ApiClient, collectionId: string, view: ItemsView): Promise<number> {
  const query = { ...itemsFilter(view), limit: 1 }
  return (await api(listCollectionTokens, { params: { id: collectionId }, query })).total
}

/** Fetches a collection's traits with counts among the tokens that match the view's other filters. */
export async function fetchTraits(
  api: ApiClient,
  collectionId: string,
  view: ItemsView,
  signal: AbortSignal,
): Promise<readonly TraitKind[]> {
  // Counts ignore the name filter.
  const { name: _, ...query } = queryOf(viewFilter(view))
  return (await api(listTraits, { params: { id: collectionId }, query }, { signal })).data
}

/** Searches the values of one kind, for kinds with more values than the list contains. */
export async function fetchTraitValues(
  api: ApiClient,
  collectionId: string,
  trait: string,
  q: string,
  signal: AbortSignal,
): Promise<readonly TraitValue[]> {
  const params = { id: collectionId, trait }
  return (await api(throwing(listTraitValues), { params, query: { q: q.slice(0, 100), limit: 50 } }, { signal })).data
}

/** Fetches the token whose name ends in a number, such as `Monkey #12`; null when there is none. */
export async function fetchItemByNumber(api: ApiClient, collectionId: string, number: bigint): Promise<Token | null> {
  const query = { number: String(number), limit: 1 }
  return (await api(listCollectionTokens, { params: { id: collectionId }, query })).data[0] ?? null
}
