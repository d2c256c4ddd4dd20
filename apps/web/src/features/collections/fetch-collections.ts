import type { ApiClient } from '@opal/contract/client'
import {
  type Collection,
  type CollectionDetail,
  getCollection,
  listCollections,
  listFeaturedCollections,
  listPopularCollections,
} from '@opal/contract/collections'
import { listFavouriteCollections } from '@opal/contract/favourites'
import { isNothingThere } from '../../shared/realtime/is-nothing-there.ts'
import { throwing } from '../../shared/realtime/throwing.ts'
import type { CollectionsPage, Featured } from './list/collections-query.ts'
import { effectiveSort, type LandingView } from './list/landing-view.ts'

/** Collections that are asked for one by one, at once. @source docs/product/collections.md#favourites-by-id */
const ASKED_AT_ONCE = 10
/** Rows asked for at a time. */
const PAGE_SIZE = 50

/** The ranked list, for the server's loader and the browser alike. */
export async function fetchCollections(
  api: ApiClient,
  view: LandingView,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<CollectionsPage> {
  const { key, order } = effectiveSort(view)
  const query = { take: PAGE_SIZE, sortBy: key, order, ...(cursor !== null && { cursor }) }
  return api(listCollections, { query }, signal === undefined ? {} : { signal })
}

/**
 * The collections of a reader's list; one that is gone is left out.
 * @param wallet whose list most of them are in, which is read a hundred at a time; null asks for each by itself.
 * @throws Error when there is none at all: the call answers null whatever went wrong, and all are not gone at once.
 */
export async function fetchFavourites(
  api: ApiClient,
  ids: readonly string[],
  wallet: string | null,
): Promise<readonly Collection[]> {
  const listed = wallet === null ? new Map<string, Collection>() : await fetchWalletList(api, wallet)
  const found: (Collection | null)[] = []
  for (let at = 0; at < ids.length; at += ASKED_AT_ONCE) {
    const some = ids.slice(at, at + ASKED_AT_ONCE)
    found.push(...(await Promise.all(some.map((id) => listed.get(id) ?? api(getCollection, { params: { id } })))))
  }
  const there = found.filter((collection) => collection !== null)
  if (ids.length === 0 || there.length > 0) return there
  const error = new Error('None of the favourite collections could be read.')
  // biome-ignore lint/suspicious/noConsole: docs/product/collections.md#favourites-that-cannot-be-fetched
  console.error(error.message)
  throw error
}

async function fetchWalletList(api: ApiClient, walletAddress: string): Promise<ReadonlyMap<string, Collection>> {
  const rows = new Map<string, Collection>()
  let cursor: string | null = null
  do {
    const query = { walletAddress, take: 100, ...(cursor !== null && { cursor }) }
    const page: CollectionsPage = await api(listFavouriteCollections, { query })
    for (const row of page.data) rows.set(row.collectionId, row)
    cursor = page.nextCursor
  } while (cursor !== null)
  return rows
}

/**
 * One collection; null when there is none of that id or slug.
 * @throws ApiError when nobody could say.
 */
export async function fetchCollection(
  api: ApiClient,
  idOrSlug: string,
  signal?: AbortSignal,
): Promise<CollectionDetail | null> {
  try {
    return await api(throwing(getCollection), { params: { id: idOrSlug } }, signal === undefined ? {} : { signal })
  } catch (error) {
    if (isNothingThere(error)) return null
    throw error
  }
}

/** Cards of the strip where the operator has chosen none. */
const POPULAR_CARDS = 5

/** The operator's choice; where there is none, what sold most in a day. Without either the strip is left out. */
export async function fetchFeatured(api: ApiClient): Promise<Featured> {
  const featured = await api(listFeaturedCollections, {}).catch(() => ({ data: [] }))
  if (featured.data.length > 0) return { title: 'Featured', collections: featured.data }
  const popular = await api(listPopularCollections, { query: { take: POPULAR_CARDS } }).catch(() => ({ data: [] }))
  return { title: 'Popular today', collections: popular.data }
}
