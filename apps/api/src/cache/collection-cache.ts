import { collection } from '@opal/contract/collections'
import type { ApiContext } from '../context.ts'
import { loadCollections } from '../resources/collections/load-collections.ts'
import { keepValues } from './value-cache.ts'

/**
 * Collections as lists show them to everybody, as JSON: held against the contract and written once, then put together with others.
 * One is dropped when the feed tells of it; what the feed does not tell of (sales that leave a window, a picture that comes) may
 * be as old as its life.
 */
export interface KeptCollections {
  /** In the order of the ids; unknown ones are left out. */
  of(ids: readonly string[]): Promise<readonly string[]>
  hear(collectionId: string | null): void
  forgetAll(): void
}

const MAX_ENTRIES = 20_000
/** Sums of a month's hours take a while: these are made before somebody waits for them. */
const AHEAD_BY = 20

/** @param lifeMs 0 keeps nothing. */
export function createKeptCollections(
  context: Pick<ApiContext, 'store' | 'nowMicros' | 'ownerCounts'>,
  lifeMs: number,
): KeptCollections {
  const kept = keepValues({
    lifeMs,
    most: MAX_ENTRIES,
    aheadBy: AHEAD_BY,
    make: async (ids) => {
      const loaded = await loadCollections(context, ids, { wallet: null })
      return new Map(loaded.map((one) => [one.collectionId, JSON.stringify(collection.parse(one))]))
    },
  })
  return {
    of: async (ids) => (await kept.of(ids)).flatMap((text) => text ?? []),
    hear: (collectionId) => {
      if (collectionId !== null) kept.forget(collectionId)
    },
    forgetAll: kept.forgetAll,
  }
}
