import { HOUR_MICROS } from '@opal/domain/time'
import type { CollectionHourRow } from '../../schema/stats.ts'

/** The listings at the end of an hour, valid until the next step. */
export type BookStep = Pick<CollectionHourRow, 'hour_micros' | 'floor_octas' | 'listed_count'>

/** Sales of one hour. */
export type Sold = Pick<CollectionHourRow, 'hour_micros' | 'volume_octas' | 'sales'>

/** By how much the number of owners grew in one hour. */
export interface OwnerTurn {
  readonly hour_micros: bigint
  readonly delta: bigint
}

/** Inputs of the hours of one collection, from one hour on. */
export interface HourFacts {
  /** The hours in which a listing came or went. */
  readonly book: readonly BookStep[]
  readonly sold: readonly Sold[]
  readonly owners: readonly OwnerTurn[]
  /** The last hour before, if there is any. */
  readonly before: CollectionHourRow | undefined
}

/** Start of the hour in which a moment falls. */
export function hourOf(micros: bigint): bigint {
  return micros - (micros % HOUR_MICROS)
}

/**
 * Returns the hours, from the given one on, in which something was sold or a listing or an owner came or went:
 * what was sold in each; floor, listed count and owners at its end.
 */
export function toHourRows(collection_id: string, since: bigint, facts: HourFacts): readonly CollectionHourRow[] {
  const sold = new Map(facts.sold.map((row) => [row.hour_micros, row]))
  const owners = new Map(facts.owners.map((row) => [row.hour_micros, row.delta]))
  const book = new Map(facts.book.map((step) => [step.hour_micros, step]))
  const hours = new Set([...sold.keys(), ...owners.keys(), ...book.keys()].filter((hour) => hour >= since))
  let ownerCount = facts.before?.owner_count ?? 0n
  let standing: Omit<BookStep, 'hour_micros'> = facts.before ?? { floor_octas: null, listed_count: 0n }
  return [...hours].sort(ascending).map((hour_micros) => {
    ownerCount += owners.get(hour_micros) ?? 0n
    standing = book.get(hour_micros) ?? standing
    return {
      collection_id,
      hour_micros,
      volume_octas: sold.get(hour_micros)?.volume_octas ?? 0n,
      sales: sold.get(hour_micros)?.sales ?? 0n,
      floor_octas: standing.floor_octas,
      listed_count: standing.listed_count,
      owner_count: ownerCount,
    }
  })
}

function ascending(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
