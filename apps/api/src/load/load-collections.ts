import type { Collection } from '@opal/contract/collections'
import { readFloorHistories } from '@opal/store/queries/collections/collection-history'
import { readCollections } from '@opal/store/queries/collections/read-collections'
import type { ApiContext } from '../context.ts'
import { withOwnCounts } from '../owners/with-own-counts.ts'
import { presentCollection } from '../present/present-collection.ts'

/** Collections by id as the contract shows them, in the order of the ids. */
export async function loadCollections(
  context: Pick<ApiContext, 'store' | 'nowMicros' | 'ownerCounts'>,
  ids: readonly string[],
  { wallet, isWashOut = false }: { readonly wallet: string | null; readonly isWashOut?: boolean },
): Promise<Collection[]> {
  const { store } = context
  const now = context.nowMicros()
  const [rows, floors] = await Promise.all([
    readCollections(store, ids, { nowMicros: now, wallet, isWashOut }),
    readFloorHistories(store, ids, now),
  ])
  return (await withOwnCounts(context, rows)).map((row) => presentCollection(row, floors.get(row.collectionId) ?? []))
}
