import { nameSkeleton } from '@opal/domain/text/name-skeleton'
import type { Store } from '@opal/store/driver/connection'
import {
  type KnownCollection,
  readTradedNames,
  readVerifiedCollections,
  readVolumesWithoutWash,
} from '@opal/store/queries/collections/known-collections'
import type { CollectionRow } from '@opal/store/queries/collections/read-collections'
import { LRUCache } from 'lru-cache'
import { createValueCache } from '../../cache/value-cache.ts'

/** The part of a collection by which it is judged. */
export type NamedCollection = Pick<CollectionRow, 'collectionId' | 'name' | 'isVerified'>

/** Finds better-known collections whose names can be mistaken for others' names. */
export interface LookAlikes {
  /** Returns, by the id of a collection, the better-known one that it resembles; most resemble none. */
  find(rows: readonly NamedCollection[]): Promise<ReadonlyMap<string, KnownCollection>>
}

/** An unverified collection is worth imitating from this volume on, octas. */
const MIN_VOLUME_OCTAS = 1_000_000_000n
/** Traded collections of one skeleton that are compared. */
const MAX_TRADED = 500
/** Multiple of the other's volume from which on an unverified collection is the better known of two. */
const LARGER = 10n
/** Volumes in memory: of those collections only whose names can be mistaken. */
const MAX_VOLUMES = 20_000
/** Skeletons in memory; a name is some dozen bytes. */
const MAX_SKELETONS = 20_000
const TTL_MS = 60_000
/** The one entry of the cache. */
const ALL = 'all'

/** Collections by the skeleton of their names. */
type NamesBySkeleton = ReadonlyMap<string, readonly KnownCollection[]>

/**
 * Creates the search for look-alikes. The verified collections are read again when they are a minute old.
 * @param ttlMs 0 reads them for each call.
 */
export function createLookAlikes(
  { store }: { readonly store: Pick<Store, 'db' | 'preparedPool'> },
  ttlMs = TTL_MS,
): LookAlikes {
  const skeletons = new LRUCache<string, string>({ max: MAX_SKELETONS, memoMethod: nameSkeleton })
  const verified = createValueCache<NamesBySkeleton>({
    ttlMs,
    refreshBatch: 1,
    maxBytes: 1,
    bytesOf: () => 1,
    load: async () => {
      const known = await readVerifiedCollections(store)
      return new Map([[ALL, Map.groupBy(known, ({ name }) => skeletons.memo(name))]])
    },
  })
  const volumes = createValueCache<bigint>({
    ttlMs,
    maxBytes: MAX_VOLUMES,
    bytesOf: () => 1,
    load: (ids) => readVolumesWithoutWash(store, ids),
  })
  const readVolumes = async (ids: readonly string[]) => {
    const octas = await volumes.getMany(ids)
    return new Map(ids.map((id, at) => [id, octas[at] ?? 0n]))
  }
  const readTraded = (names: readonly string[]) =>
    readTradedNames(store.preparedPool, [...new Set(names)], { minVolumeOctas: MIN_VOLUME_OCTAS, take: MAX_TRADED })
  return {
    async find(rows) {
      const unverified = rows.filter(({ isVerified }) => !isVerified)
      if (unverified.length === 0) return new Map()
      const named = unverified.map((row) => ({ row, skeleton: skeletons.memo(row.name) }))
      const [[known], traded] = await Promise.all([
        verified.getMany([ALL]),
        readTraded(named.map(({ skeleton }) => skeleton)),
      ])
      const alike = named.flatMap(({ row, skeleton }) => {
        const all = [...(known?.get(skeleton) ?? []), ...(traded.get(skeleton) ?? [])]
        const others = all.filter(({ collectionId }) => collectionId !== row.collectionId)
        return others.length > 0 ? [{ row, others }] : []
      })
      const octas = await readVolumes(
        alike.flatMap(({ row, others }) => [row, ...others].map(({ collectionId }) => collectionId)),
      )
      return new Map(
        alike.flatMap(({ row, others }) => {
          const like = findBetterKnown(row, others, octas)
          return like === undefined ? [] : [[row.collectionId, like] as const]
        }),
      )
    },
  }
}

/**
 * Finds the best known of those that are better known than a collection.
 * @param octas volumes by id, without wash trades, which would make a collection seem known.
 * @source docs/product/collections.md#look-alikes
 */
function findBetterKnown(
  { collectionId }: NamedCollection,
  others: readonly KnownCollection[],
  octas: ReadonlyMap<string, bigint>,
): KnownCollection | undefined {
  const verified = others.find(({ isVerified }) => isVerified)
  if (verified !== undefined) return verified
  const volumeOf = (id: string) => octas.get(id) ?? 0n
  const least = [MIN_VOLUME_OCTAS, volumeOf(collectionId) * LARGER].reduce((a, b) => (a > b ? a : b))
  return others.reduce<KnownCollection | undefined>((best, one) => {
    const volume = volumeOf(one.collectionId)
    return volume >= least && (best === undefined || volume > volumeOf(best.collectionId)) ? one : best
  }, undefined)
}
