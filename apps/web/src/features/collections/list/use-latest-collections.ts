import type { Collection } from '@opal/contract/collections'
import { applyLiveStats, useLiveCollectionStats } from '../../../entities/collection/live-collection-stats.ts'

/** Rows of one response of the API. */
export interface ReadRows {
  readonly rows: readonly Collection[]
  /** Time of the response, in milliseconds since 1970. */
  readonly readAt: number
}

/**
 * Returns a function that updates a row: to the newest row of its collection among several lists, with later live messages
 * applied. Lists that render through it always agree, in whatever order they were loaded.
 */
export function useLatestCollections(...lists: readonly ReadRows[]): <Row extends Collection>(row: Row) => Row {
  const messages = useLiveCollectionStats()
  const newest = newestRows(lists)
  return (row) => {
    const latest = newest.get(row.collectionId)
    const isNewer = latest !== undefined && BigInt(latest.version) >= BigInt(row.version)
    // Each row keeps its sparkline: another list may show another window.
    return applyLiveStats(isNewer ? { ...row, ...latest, sparkline: row.sparkline } : row, messages)
  }
}

/** Returns the row with the highest version of each collection; among equal versions the one loaded last. */
function newestRows(lists: readonly ReadRows[]): ReadonlyMap<string, Collection> {
  const newest = new Map<string, Collection>()
  for (const { rows } of lists.toSorted((a, b) => a.readAt - b.readAt)) {
    for (const row of rows) {
      const known = newest.get(row.collectionId)
      if (known === undefined || BigInt(row.version) >= BigInt(known.version)) newest.set(row.collectionId, row)
    }
  }
  return newest
}
