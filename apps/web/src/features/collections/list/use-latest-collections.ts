import type { Collection } from '@opal/contract/collections'
import { applyLiveStats, useLiveCollectionStats } from '../../../entities/collection/live-collection-stats.ts'

/** Rows as one answer of the API had them. */
export interface ReadRows {
  readonly rows: readonly Collection[]
  /** When they were read, in milliseconds since 1970. */
  readonly readAt: number
}

/**
 * One source of figures for everything on a page: the newest row of each collection among all that were read for it, with
 * what the live connection told since. Lists that are drawn through it agree at every moment, whichever was read first.
 */
export function useLatestCollections(...lists: readonly ReadRows[]): <Row extends Collection>(row: Row) => Row {
  const figures = useLiveCollectionStats()
  const newest = newestRows(lists)
  return (row) => {
    const latest = newest.get(row.collectionId)
    const isNewer = latest !== undefined && BigInt(latest.version) >= BigInt(row.version)
    return applyLiveStats(isNewer ? { ...row, ...latest } : row, figures)
  }
}

/** The row of the highest version of each collection; of rows of one version the one that was read last. */
export function newestRows(lists: readonly ReadRows[]): ReadonlyMap<string, Collection> {
  const newest = new Map<string, Collection>()
  for (const { rows } of lists.toSorted((a, b) => a.readAt - b.readAt)) {
    for (const row of rows) {
      const known = newest.get(row.collectionId)
      if (known === undefined || BigInt(row.version) >= BigInt(known.version)) newest.set(row.collectionId, row)
    }
  }
  return newest
}
