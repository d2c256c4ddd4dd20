import { type CollectionFacts, readCollectionFacts } from '@opal/store/queries/collections/collection-facts'
import type { ApiContext } from '../context.ts'
import { keepValues } from './value-cache.ts'

/**
 * What pages of tokens show of their collection: the same for thousands of tokens, and looked up once for them all. Dropped when the
 * feed tells of the collection, or when the clock changes it; what the feed does not tell of (a picture that comes, a royalty) may be
 * as old as its life.
 */
export interface KeptFacts {
  /** Also of a collection that has not been seen: its name is null then. */
  of(collectionId: string): Promise<CollectionFacts>
  hear(collectionId: string | null): void
  forgetAll(): void
}

const MAX_ENTRIES = 20_000

/** @param lifeMs 0 keeps nothing. */
export function createKeptFacts(
  { store, nowMicros }: Pick<ApiContext, 'store' | 'nowMicros'>,
  lifeMs: number,
): KeptFacts {
  const kept = keepValues<CollectionFacts>({
    lifeMs,
    // What has not been seen is not kept: anybody can make up ids.
    lifeOf: ({ name }) => (name === null ? 0 : lifeMs),
    most: MAX_ENTRIES,
    make: (ids) => readCollectionFacts(store.preparedPool, ids, nowMicros()),
  })
  const read = async (collectionId: string): Promise<CollectionFacts> => {
    const [facts] = await kept.of([collectionId])
    if (facts == null) throw new Error('facts are read of any id')
    return facts
  }
  return {
    async of(collectionId) {
      const facts = await read(collectionId)
      if (facts.untilSeconds === null || facts.untilSeconds * 1_000_000n > nowMicros()) return facts
      kept.forget(collectionId)
      return read(collectionId)
    },
    hear: (collectionId) => {
      if (collectionId !== null) kept.forget(collectionId)
    },
    forgetAll: kept.forgetAll,
  }
}
