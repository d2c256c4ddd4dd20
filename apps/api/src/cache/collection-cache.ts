import type { Collection } from '@opal/contract/collections'
import type { ApiContext } from '../context.ts'
import { loadCollections } from '../resources/collections/load-collections.ts'
import { createValueCache, type ValueCache } from './value-cache.ts'

/**
 * Collections as lists show them to everyone. An entry is deleted when the change feed names its collection; changes without a
 * message (sales leaving a time window, an image that was fetched) show after the ttl.
 */
export interface CollectionCache extends Omit<ValueCache<Collection>, 'getMany'> {
  /** Returns the collections in the order of the ids; unknown ones are left out. */
  getMany(ids: readonly string[]): Promise<Collection[]>
}

const MAX_BYTES = 64 * 1024 * 1024
/** Monthly sums are slow to read, so entries are refreshed before they expire. */
const REFRESH_BATCH = 20

/** Creates the cache. @param ttlMs 0 caches nothing. */
export function createCollectionCache(
  context: Pick<ApiContext, 'store' | 'nowMicros' | 'ownerCounts' | 'lookAlikes'>,
  ttlMs: number,
): CollectionCache {
  const cache = createValueCache<Collection>({
    ttlMs,
    maxBytes: MAX_BYTES,
    bytesOf: (one) => 2 * JSON.stringify(one).length,
    refreshBatch: REFRESH_BATCH,
    load: async (ids) => {
      const loaded = await loadCollections(context, ids, { wallet: null })
      return new Map(loaded.map((one) => [one.collectionId, one]))
    },
  })
  return { ...cache, getMany: async (ids) => (await cache.getMany(ids)).flatMap((one) => one ?? []) }
}
