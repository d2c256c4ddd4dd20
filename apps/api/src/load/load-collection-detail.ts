import type { CollectionDetail } from '@opal/contract/collections'
import { readFloorHistories } from '@opal/store/queries/collections/collection-history'
import { readCollections, readRoyalties } from '@opal/store/queries/collections/read-collections'
import type { ApiContext } from '../context.ts'
import { CollectionNotFoundError } from '../errors.ts'
import { withOwnCounts } from '../owners/with-own-counts.ts'
import { presentCollectionDetail } from '../present/present-collection.ts'
import { presentRoyalty } from '../present/present-royalty.ts'
import { findCollection } from './find-collection.ts'

/**
 * A collection with what its own page shows.
 * @param text id with or without 0x, or slug.
 * @throws CollectionNotFoundError
 */
export async function loadCollectionDetail(
  context: ApiContext,
  text: string,
  options: { readonly wallet: string | null; readonly isWashOut?: boolean },
): Promise<CollectionDetail> {
  const { store } = context
  const id = await findCollection(context, text)
  const nowMicros = context.nowMicros()
  const [rows, floors, royalties] = await Promise.all([
    readCollections(store, [id], { nowMicros, ...options }),
    readFloorHistories(store, [id], nowMicros),
    readRoyalties(store, [id]),
  ])
  const [row] = await withOwnCounts(context, rows)
  if (row === undefined) throw new CollectionNotFoundError(text)
  const royalty = royalties.get(id)
  return presentCollectionDetail(row, floors.get(id) ?? [], royalty === undefined ? null : presentRoyalty(royalty))
}
