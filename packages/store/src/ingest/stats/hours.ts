import type { Executor } from '../../driver/pipelining.ts'
import { compareRows, type Replaced, type Replacement, writeReplacement } from '../../driver/replace-rows.ts'
import type { OwnerSpanRow } from '../../schema/history.ts'
import { type CollectionHourRow, collectionHours } from '../../schema/stats.ts'
import type { ChangedSince } from '../history/changed-since.ts'
import { byCollection, hourKey, hourOf, toHourRows } from './collection-hours.ts'
import type { HoursRead, OwnerTurns } from './read-hours.ts'

/** Differences of hours from the stored ones. */
export interface HourReplacement {
  readonly hours: Replacement<CollectionHourRow>
  /** The first hour of each collection that was made again. */
  readonly first: ReadonlyMap<string, bigint>
  /** Hours of the same collections: the last one before, if any, and all from the first one on. */
  readonly after: ReadonlyMap<string, readonly CollectionHourRow[]>
}

const NO_CHANGE: Replaced<OwnerSpanRow> = { written: [], before: [] }

/**
 * Returns the hours of collections from the first one in which something changed, together with the stored ones: what
 * arrives late changes every later count.
 * @param owners how to replace the holding times of wallets, unless that is done.
 */
export function compareHours(
  { first, book, sold, turns, known }: HoursRead,
  owners: Replaced<OwnerSpanRow> = NO_CHANGE,
): HourReplacement {
  const [bookOf, soldOf, ownersOf] = [byCollection(book), byCollection(sold), byCollection(turnOwners(turns, owners))]
  const isBefore = (row: CollectionHourRow) => row.hour_micros < (first.get(row.collection_id) ?? 0n)
  const before = new Map(known.filter(isBefore).map((row) => [row.collection_id, row]))
  const wanted = [...first].map(([collection, hour]): [string, readonly CollectionHourRow[]] => [
    collection,
    toHourRows(collection, hour, {
      book: bookOf.get(collection) ?? [],
      sold: soldOf.get(collection) ?? [],
      owners: ownersOf.get(collection) ?? [],
      before: before.get(collection),
    }),
  ])
  const stored = known.filter((row) => !isBefore(row))
  const hours = compareRows(
    collectionHours,
    stored,
    wanted.flatMap(([, rows]) => rows),
  )
  const after = new Map(wanted.map(([collection, rows]) => [collection, [before.get(collection) ?? [], rows].flat()]))
  return { hours, first, after }
}

/** Makes the stored hours be as compared. */
export async function writeHours(db: Executor, { hours }: HourReplacement): Promise<void> {
  await writeReplacement(db, collectionHours, hours)
}

/** Returns the first hour of each collection in which something changed. */
export function firstHours(changed: readonly ChangedSince[]): ReadonlyMap<string, bigint> {
  const first = new Map<string, bigint>()
  for (const { collection_id, micros } of changed) {
    const known = first.get(collection_id)
    if (known === undefined || hourOf(micros) < known) first.set(collection_id, hourOf(micros))
  }
  return first
}

/** Returns the turns of stored spans, once some of these are replaced. */
export function turnOwners(
  stored: readonly OwnerTurns[],
  { written, before }: Replaced<OwnerSpanRow>,
): readonly OwnerTurns[] {
  const hours = new Map(stored.map((hour) => [hourKey(hour), hour]))
  const turn = (collection_id: string, micros: bigint | null, delta: bigint, turns: bigint) => {
    if (micros === null) return
    const hour = { collection_id, hour_micros: hourOf(micros), delta: 0n, turns: 0n }
    const known = hours.get(hourKey(hour)) ?? hour
    hours.set(hourKey(hour), { ...known, delta: known.delta + delta, turns: known.turns + turns })
  }
  for (const { collection_id, from_micros, to_micros } of before) {
    turn(collection_id, from_micros, -1n, -1n)
    turn(collection_id, to_micros, 1n, -1n)
  }
  for (const { collection_id, from_micros, to_micros } of written) {
    turn(collection_id, from_micros, 1n, 1n)
    turn(collection_id, to_micros, -1n, 1n)
  }
  return [...hours.values()].filter(({ turns }) => turns > 0n)
}
