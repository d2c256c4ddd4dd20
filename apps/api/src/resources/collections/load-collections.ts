import type { Collection, CollectionDetail, parseCollectionSort } from '@opal/contract/collections'
import type { CollectionSortKey } from '@opal/contract/constants/sorts'
import type { RankingWindow } from '@opal/contract/constants/windows'
import { readFloorHistories } from '@opal/store/queries/collections/collection-history'
import { type CollectionQuery, findCollections } from '@opal/store/queries/collections/ranking/find-collections'
import { readCollectionHeads, readCollections, readRoyalties } from '@opal/store/queries/collections/read-collections'
import { type SearchPlace, searchCollections } from '@opal/store/queries/collections/search-collections'
import * as z from 'zod'
import type { ApiContext } from '../../context.ts'
import { CollectionNotFoundError, InvalidCursorError } from '../../errors.ts'
import { cursorParts, cutPage, pageStart } from '../../http/routes/pagination.ts'
import { findCollection } from './find-collection.ts'
import { withOwnCounts } from './owner-counts.ts'
import { presentCollection, presentCollectionDetail, presentRoyalty } from './present-collection.ts'

/** Options of presenting collections. */
export interface CollectionView {
  /** Wallet whose favourites are marked; null marks none. */
  readonly wallet: string | null
  /** Leaves wash trades out of volumes and sales. */
  readonly isWashOut?: boolean
  /** Time that sparklines cover. */
  readonly window?: RankingWindow | undefined
}

/** Loads collections by id as the contract shows them, in the order of the ids. */
export async function loadCollections(
  context: Pick<ApiContext, 'store' | 'nowMicros' | 'ownerCounts' | 'lookAlikes'>,
  ids: readonly string[],
  { wallet, window, isWashOut = false }: CollectionView,
): Promise<Collection[]> {
  const { store } = context
  const now = context.nowMicros()
  const [rows, floors] = await Promise.all([
    readCollections(store.preparedPool, ids, { nowMicros: now, wallet, isWashOut }),
    readFloorHistories(store, ids, now, floorWindow(window)),
  ])
  const [counted, looksLike] = await Promise.all([withOwnCounts(context, rows), context.lookAlikes.find(rows)])
  return counted.map((row) => {
    const { collectionId } = row
    return presentCollection(row, floors.get(collectionId) ?? [], looksLike.get(collectionId) ?? null)
  })
}

/**
 * Loads a collection with what its own page shows.
 * @param text id with or without 0x, or slug.
 * @throws CollectionNotFoundError
 */
export async function loadCollectionDetail(
  context: ApiContext,
  text: string,
  options: CollectionView,
): Promise<CollectionDetail> {
  const { store } = context
  const id = await findCollection(context, text)
  const nowMicros = context.nowMicros()
  const [rows, floors, royalties] = await Promise.all([
    readCollections(store.preparedPool, [id], { nowMicros, ...options }),
    readFloorHistories(store, [id], nowMicros, floorWindow(options.window)),
    readRoyalties(store, [id]),
  ])
  const [[row], looksLike] = await Promise.all([withOwnCounts(context, rows), context.lookAlikes.find(rows)])
  if (row === undefined) throw new CollectionNotFoundError(text)
  const royalty = royalties.get(id)
  return presentCollectionDetail(row, {
    sparkline: floors.get(id) ?? [],
    looksLike: looksLike.get(id) ?? null,
    royalty: royalty === undefined ? null : presentRoyalty(royalty),
  })
}

/** Returns the window of sparklines: all time has that of seven days. */
function floorWindow(window: RankingWindow = 'all') {
  return window === 'all' ? '7d' : window
}

interface RankingPage {
  readonly page: number
  readonly take: number
  readonly cursor?: string | undefined
}

const rankingCursor = z.tuple([z.string(), cursorParts.value, cursorParts.numeric, cursorParts.address])

/** Loads a page of the ranking with everything a list shows. */
export async function rankCollections(
  context: ApiContext,
  page: RankingPage,
  sort: ReturnType<typeof parseCollectionSort>,
  options: Pick<CollectionQuery, 'search' | 'favouritesOf' | 'isWashOut' | 'tradedOnly'> & CollectionView,
): Promise<{ data: Collection[]; nextCursor: string | null }> {
  const ranking = `${sort.key} ${sort.order}${options.isWashOut ? ' without wash' : ''}`
  const { after, offset } = pageStart(page, rankingCursor)
  const found = await findCollections(context.store, {
    ranking: sort.key,
    descending: sort.order === 'DESC',
    nowMicros: context.nowMicros(),
    take: page.take + 1,
    ...(after && { after: rankingPlace(ranking, sort.key, after) }),
    ...(offset !== undefined && { offset }),
    ...(options.search && { search: options.search }),
    ...(options.favouritesOf && { favouritesOf: options.favouritesOf }),
    ...(options.isWashOut && { isWashOut: true }),
    ...(options.tradedOnly && { tradedOnly: true }),
  })
  const { rows, nextCursor } = cutPage(found, page.take, (row) => [ranking, row.value, row.tie, row.collectionId])
  const ids = rows.map((row) => row.collectionId)
  return { data: await loadCollections(context, ids, options), nextCursor }
}

function rankingPlace(
  ranking: string,
  key: CollectionSortKey,
  [of, value, tie, collectionId]: z.output<typeof rankingCursor>,
) {
  const isValue = key === 'NAME' || /^-?\d+(\.\d+)?$/.test(value)
  if (of !== ranking || !isValue) throw new InvalidCursorError()
  return { value, tie, collectionId }
}

interface SearchPage {
  readonly page: number
  readonly take: number
  readonly cursor?: string | undefined
}

/** Similarity of a name to the text, from 0 to 1. */
const similarity = z.string().regex(/^[01](\.\d{1,20})?$/)
const searchCursor = z.union([
  z.tuple([z.enum(['whole', 'words', 'parts']), cursorParts.numeric, cursorParts.address]),
  z.tuple([z.literal('alike'), similarity, cursorParts.address]),
])

/** Loads a page of the collections that match a text, best known first. */
export async function loadSearch(
  context: ApiContext,
  text: string,
  page: SearchPage,
  wallet: string | null,
): Promise<{ data: Collection[]; nextCursor: string | null }> {
  const { after, offset = 0 } = pageStart(page, searchCursor)
  const found = await searchCollections(context.store, {
    text,
    take: offset + page.take + 1,
    ...(after && { after: toPlace(after) }),
  })
  const { rows, nextCursor } = cutPage(found.slice(offset), page.take, (row) => [
    row.phase,
    row.value,
    row.collectionId,
  ])
  const ids = rows.map((row) => row.collectionId)
  const data =
    wallet === null ? await context.collections.getMany(ids) : await loadCollections(context, ids, { wallet })
  return { data, nextCursor }
}

function toPlace([phase, value, collectionId]: z.output<typeof searchCursor>): SearchPlace {
  return { phase, value, collectionId }
}

/** Returns how many tokens each of these collections has, by its id; unknown ones are left out. */
export async function loadSupplies(
  { store }: Pick<ApiContext, 'store'>,
  collectionIds: Iterable<string>,
): Promise<ReadonlyMap<string, number>> {
  const rows = await readCollectionHeads(store, [...new Set(collectionIds)])
  return new Map(rows.map(({ collectionId, supply }) => [collectionId, Number(supply)]))
}
