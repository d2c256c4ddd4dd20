import { MICROS_PER_SECOND } from '@opal/domain/time'
import { type CollectionFacts, readCollectionFacts } from '@opal/store/queries/collections/collection-facts'
import type { ApiContext } from '../context.ts'
import { usualFloorNow } from '../usual-floor-now.ts'
import { createValueCache, type ValueCache } from './value-cache.ts'

/**
 * The fields of a collection that pages of its tokens show, the same for thousands of tokens. An entry is deleted when the change feed
 * names its collection or when one of its fields expires; changes without a message (an image that was fetched, a royalty) show after the ttl.
 */
export interface CollectionFactsCache extends Omit<ValueCache<CollectionFacts>, 'getMany'> {
  /** Returns the facts; `name` is null for a collection that is not indexed. */
  get(collectionId: string): Promise<CollectionFacts>
}

const MAX_BYTES = 64 * 1024 * 1024
/** Memory of the fields without texts and offers, and of one offer. */
const [FACTS_BYTES, OFFER_BYTES] = [1_000, 1_000]

/** Creates the cache. @param ttlMs 0 caches nothing. */
export function createCollectionFactsCache(
  { store, nowMicros }: Pick<ApiContext, 'store' | 'nowMicros'>,
  ttlMs: number,
): CollectionFactsCache {
  const cache = createValueCache<CollectionFacts>({
    ttlMs,
    // Unknown collections are not cached: a client can make up any number of ids.
    ttlOf: ({ name }) => (name === null ? 0 : ttlMs),
    maxBytes: MAX_BYTES,
    bytesOf: ({ name, image, offers }) =>
      FACTS_BYTES + 2 * ((name ?? '').length + (image ?? '').length) + OFFER_BYTES * offers.length,
    load: (ids) => readCollectionFacts(store.preparedPool, ids, usualFloorNow({ nowMicros })),
  })
  const read = async (collectionId: string): Promise<CollectionFacts> => {
    const [facts] = await cache.getMany([collectionId])
    if (facts == null) throw new Error('facts are read of any id')
    return facts
  }
  return {
    ...cache,
    async get(collectionId) {
      const facts = await read(collectionId)
      if (facts.untilSeconds === null || facts.untilSeconds * MICROS_PER_SECOND > nowMicros()) return facts
      cache.invalidate(collectionId)
      return read(collectionId)
    },
  }
}
