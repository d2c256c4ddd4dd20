import * as z from 'zod'
import {
  COLLECTION_SORT_KEYS,
  type CollectionSortKey,
  type SortOrder,
  WINDOWS,
  type Window,
} from './collection-sort-key.ts'

export { COLLECTION_SORT_KEYS, type CollectionSortKey, type SortOrder, WINDOWS, type Window }

const withOrder = COLLECTION_SORT_KEYS.flatMap((key) => [key, `${key}_ASC`, `${key}_DESC`] as const)

/** `ONE_D_VOLUME`, or with the order attached as in `ALL_TIME_VOLUME_DESC`. @source spec 000, section 3 "Marketplace list state" */
export const collectionSortBy = z.enum(withOrder)
export const sortOrder = z.enum(['ASC', 'DESC', 'asc', 'desc'])

export const windowInput = z.enum(WINDOWS)

const WINDOW_SORT: Readonly<Record<Window, CollectionSortKey>> = {
  '1d': 'ONE_D_VOLUME',
  '7d': 'SEVEN_D_VOLUME',
  '30d': 'THIRTY_D_VOLUME',
  all: 'ALL_TIME_VOLUME',
}

/** What to rank by: sortBy (with or without order), else the volume of the window, else all-time volume; descending. */
export function parseCollectionSort(query: {
  sortBy?: z.output<typeof collectionSortBy> | undefined
  order?: z.output<typeof sortOrder> | undefined
  window?: Window | undefined
}): { key: CollectionSortKey; order: SortOrder } {
  const match = /^(.*?)(?:_(ASC|DESC))?$/.exec(query.sortBy ?? WINDOW_SORT[query.window ?? 'all'])
  const order = query.order?.toUpperCase() ?? match?.[2] ?? (match?.[1] === 'NAME' ? 'ASC' : 'DESC')
  return { key: match?.[1] as CollectionSortKey, order: order as SortOrder }
}
