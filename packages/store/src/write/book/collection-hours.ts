import type { CollectionHourRow } from '../../tables/collection-hours.ts'
import type { ListingSpanRow } from '../../tables/listing-spans.ts'

/** An hour in microseconds. */
export const HOUR_MICROS = 3_600_000_000n

export type Span = Pick<ListingSpanRow, 'from_micros' | 'to_micros' | 'price_octas'>

/** Sales of one hour. */
export type Sold = Pick<CollectionHourRow, 'hour_micros' | 'volume_octas' | 'sales'>

/** By how much the number of owners grew in one hour. */
export interface OwnerTurn {
  readonly hour_micros: bigint
  readonly delta: bigint
}

/** What the hours of one collection are made of, from one hour on. */
export interface HourFacts {
  /** Every listing span that ends in that hour or later. */
  readonly spans: readonly Span[]
  readonly sold: readonly Sold[]
  readonly owners: readonly OwnerTurn[]
  /** Owners at the end of the hour before. */
  readonly ownersBefore: bigint
}

/** Start of the hour in which a moment falls. */
export function hourOf(micros: bigint): bigint {
  return micros - (micros % HOUR_MICROS)
}

/**
 * The hours, from the given one on, in which something was sold or a listing or an owner came or went: what was sold in
 * each; floor, listed count and owners at its end.
 */
export function toHourRows(collection_id: string, since: bigint, facts: HourFacts): readonly CollectionHourRow[] {
  const sold = new Map(facts.sold.map((row) => [row.hour_micros, row]))
  const owners = new Map(facts.owners.map((row) => [row.hour_micros, row.delta]))
  const turns = facts.spans.flatMap(({ from_micros, to_micros }) => [
    from_micros,
    ...(to_micros === null ? [] : [to_micros]),
  ])
  const hours = new Set([...sold.keys(), ...owners.keys(), ...turns.map(hourOf)].filter((hour) => hour >= since))
  let ownerCount = facts.ownersBefore
  return [...hours].sort(ascending).map((hour_micros) => {
    ownerCount += owners.get(hour_micros) ?? 0n
    const standing = standingAt(facts.spans, hour_micros + HOUR_MICROS)
    return {
      collection_id,
      hour_micros,
      volume_octas: sold.get(hour_micros)?.volume_octas ?? 0n,
      sales: sold.get(hour_micros)?.sales ?? 0n,
      floor_octas: lowest(standing),
      listed_count: BigInt(standing.length),
      owner_count: ownerCount,
    }
  })
}

function standingAt(spans: readonly Span[], moment: bigint): readonly Span[] {
  return spans.filter(
    ({ from_micros, to_micros }) => from_micros < moment && (to_micros === null || to_micros >= moment),
  )
}

function lowest(spans: readonly Span[]): bigint | null {
  let floor: bigint | null = null
  for (const { price_octas } of spans) if (floor === null || price_octas < floor) floor = price_octas
  return floor
}

function ascending(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
