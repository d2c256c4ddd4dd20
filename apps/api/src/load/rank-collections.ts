import type { Collection, CollectionSortKey, parseCollectionSort } from '@opal/contract/collections'
import { type CollectionQuery, findCollections } from '@opal/store/queries/collections/find-collections'
import * as z from 'zod'
import type { ApiContext } from '../context.ts'
import { InvalidCursorError } from '../errors.ts'
import { cutPage, pageStart } from '../http/page.ts'
import { loadCollections } from './load-collections.ts'

interface PageQuery {
  readonly page: number
  readonly take: number
  readonly cursor?: string | undefined
}

const place = z.tuple([z.string(), z.string().max(300), z.string().regex(/^0x[0-9a-f]{64}$/)])

/** A page of the ranking with everything a list shows: find, load, present. */
export async function rankCollections(
  context: ApiContext,
  page: PageQuery,
  sort: ReturnType<typeof parseCollectionSort>,
  options: Pick<CollectionQuery, 'search' | 'favouritesOf' | 'isWashOut'> & { wallet: string | null },
): Promise<{ data: Collection[]; nextCursor: string | null }> {
  const ranking = `${sort.key} ${sort.order}${options.isWashOut ? ' without wash' : ''}`
  const { after, offset } = pageStart(page, place)
  const found = await findCollections(context.store, {
    ranking: sort.key,
    descending: sort.order === 'DESC',
    nowMicros: context.nowMicros(),
    take: page.take + 1,
    ...(after && { after: placeIn(ranking, sort.key, after) }),
    ...(offset !== undefined && { offset }),
    ...(options.search && { search: options.search }),
    ...(options.favouritesOf && { favouritesOf: options.favouritesOf }),
    ...(options.isWashOut && { isWashOut: true }),
  })
  const { rows, nextCursor } = cutPage(found, page.take, (row) => [ranking, row.value, row.collectionId])
  const ids = rows.map((row) => row.collectionId)
  return { data: await loadCollections(context, ids, options), nextCursor }
}

function placeIn(ranking: string, key: CollectionSortKey, [of, value, collectionId]: z.output<typeof place>) {
  const isValue = key === 'NAME' || /^-?\d+(\.\d+)?$/.test(value)
  if (of !== ranking || !isValue) throw new InvalidCursorError()
  return { value, collectionId }
}
