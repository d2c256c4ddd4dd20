import type { CollectionHourRow } from '../../tables/collection-hours.ts'
import type { ListingSpanRow } from '../../tables/listing-spans.ts'

export const HOUR_MICROS = 3_600_000_000n

/** An hour of a collection, by its start. */
export type CollectionHour = Pick<CollectionHourRow, 'collection_id' | 'hour_micros'>
export type Span = Pick<ListingSpanRow, 'collection_id' | 'from_micros' | 'to_micros' | 'price_octas'>
export type Sold = Pick<CollectionHourRow, 'collection_id' | 'hour_micros' | 'volume_octas' | 'sales'>

/** Start of the hour in which a moment falls. */
export function hourOf(micros: bigint): bigint {
  return micros - (micros % HOUR_MICROS)
}

/**
 * Figures of the given hours: what was sold in each, and floor and listed count at its end.
 * @param spans every listing span of those collections that may reach the end of one of the hours.
 */
export function toHourRows(
  hours: readonly CollectionHour[],
  spans: readonly Span[],
  sold: readonly Sold[],
): readonly CollectionHourRow[] {
  const keyOf = (hour: CollectionHour) => `${hour.collection_id}/${hour.hour_micros}`
  const spansOf = Map.groupBy(spans, (span) => span.collection_id)
  const soldIn = new Map(sold.map((row) => [keyOf(row), row]))
  const unique = new Map(hours.map((hour) => [keyOf(hour), hour]))
  return [...unique].map(([key, { collection_id, hour_micros }]) => {
    const standing = standingAt(spansOf.get(collection_id) ?? [], hour_micros + HOUR_MICROS)
    return {
      collection_id,
      hour_micros,
      volume_octas: soldIn.get(key)?.volume_octas ?? 0n,
      sales: soldIn.get(key)?.sales ?? 0n,
      floor_octas: lowest(standing),
      listed_count: BigInt(standing.length),
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
