import type { ApiClient } from '@opal/contract/client'
import {
  type Collection,
  type CollectionDetail,
  getCollection,
  listCollections,
  listFeaturedCollections,
  listPopularCollections,
} from '@opal/contract/collections'
import { listFavouriteCollections } from '@opal/contract/collections/favourites'
import type { RankingWindow } from '@opal/contract/constants/windows'
import { isNotFound } from '../../shared/realtime/is-not-found.ts'
import { readPages } from '../../shared/realtime/read-pages.ts'
import { throwing } from '../../shared/realtime/throwing.ts'
import type { CollectionsPage, Featured } from './list/collections-query.ts'
import { effectiveSort, type LandingView } from './list/landing-view.ts'

/** Concurrent requests for single collections. @source docs/product/collections.md#favourites-by-id */
const CONCURRENCY = 10
/** Rows of one page. */
const PAGE_SIZE = 50

/** Fetches a page of the ranked list, in loaders and in the browser. @throws ApiError */
export async function fetchCollections(
  api: ApiClient,
  view: LandingView,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<CollectionsPage> {
  const { key, order } = effectiveSort(view)
  const query = {
    take: PAGE_SIZE,
    sortBy: key,
    order,
    window: view.window,
    // Rows of zeros would fill the table's end.
    traded: 'true' as const,
    ...(cursor !== null && { cursor }),
  }
  return api(listCollections, { query }, signal === undefined ? {} : { signal })
}

/**
 * Fetches the favourite collections; skips missing ones.
 * @param options.wallet the signed-in wallet, whose list contains most of them and is fetched by pages of a hundred; null fetches each.
 * @param options.window time that sparklines cover.
 * @throws Error when all are missing: the call also returns null for failures, and not all are deleted at once.
 */
export async function fetchFavourites(
  api: ApiClient,
  ids: readonly string[],
  { wallet, window }: { readonly wallet: string | null; readonly window: RankingWindow },
): Promise<readonly Collection[]> {
  const listed = wallet === null ? new Map<string, Collection>() : await fetchWalletList(api, wallet, window)
  const found: (Collection | null)[] = []
  for (let at = 0; at < ids.length; at += CONCURRENCY) {
    const some = ids.slice(at, at + CONCURRENCY)
    found.push(
      ...(await Promise.all(
        some.map((id) => listed.get(id) ?? api(getCollection, { params: { id }, query: { window } })),
      )),
    )
  }
  const there = found.filter((collection) => collection !== null)
  if (ids.length === 0 || there.length > 0) return there
  const error = new Error('Couldn’t load your favorites.')
  // biome-ignore lint/suspicious/noConsole: docs/product/collections.md#favourites-that-cannot-be-fetched
  console.error(error.message)
  throw error
}

async function fetchWalletList(
  api: ApiClient,
  walletAddress: string,
  window: RankingWindow,
): Promise<ReadonlyMap<string, Collection>> {
  const { rows } = await readPages((cursor) =>
    api(listFavouriteCollections, { query: { walletAddress, take: 100, window, ...cursor } }),
  )
  return new Map(rows.map((row) => [row.collectionId, row]))
}

/**
 * Fetches a collection by id or slug; null when there is none.
 * @throws ApiError for any other failure.
 */
export async function fetchCollection(
  api: ApiClient,
  idOrSlug: string,
  signal?: AbortSignal,
): Promise<CollectionDetail | null> {
  try {
    return await api(throwing(getCollection), { params: { id: idOrSlug } }, signal === undefined ? {} : { signal })
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

/** Cards of the strip without featured collections. */
const POPULAR_CARDS = 5

/** Fetches the operator's featured collections, else those that sold most in a day. Empty when both fail. */
export async function fetchFeatured(api: ApiClient): Promise<Featured> {
  const featured = await api(listFeaturedCollections, {}).catch(() => ({ data: [] }))
  if (featured.data.length > 0) return { title: 'Featured', collections: featured.data }
  const popular = await api(listPopularCollections, { query: { take: POPULAR_CARDS } }).catch(() => ({ data: [] }))
  return { title: 'Popular today', collections: popular.data }
}
