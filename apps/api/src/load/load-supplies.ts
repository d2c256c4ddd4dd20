import { readCollections } from '@opal/store/queries/collections/read-collections'
import type { ApiContext } from '../context.ts'

/** Returns how many tokens each of these collections has, by its id; unknown ones are left out. */
export async function loadSupplies(
  { store, nowMicros }: Pick<ApiContext, 'store' | 'nowMicros'>,
  collectionIds: Iterable<string>,
): Promise<ReadonlyMap<string, number>> {
  const rows = await readCollections(store, [...new Set(collectionIds)], { nowMicros: nowMicros(), wallet: null })
  return new Map(rows.map(({ collectionId, supply }) => [collectionId, Number(supply)]))
}
