import { HOUR_MICROS } from '@opal/domain/time'
import { sql } from 'kysely'
import { type Reader, readRows } from './read-rows.ts'

/** Figures of a collection at the end of a step of time; volume and sales within it. Amounts in octas. */
export interface HistoryPoint {
  /** Start of the step. */
  readonly atMicros: bigint
  readonly floorOctas: bigint | null
  readonly listedCount: bigint
  readonly ownerCount: bigint
  readonly volumeOctas: bigint
  readonly sales: bigint
  /** The part of them that is flagged as wash trades. */
  readonly washOctas: bigint
  readonly washSales: bigint
}

export interface HistoryQuery {
  readonly fromMicros: bigint
  readonly toMicros: bigint
  /** Hours in a step, at least 1. */
  readonly stepHours: number
}

/** Steps of a collection's past, oldest first, from the one that holds `fromMicros` to the one that holds `toMicros`. */
export function readCollectionHistory(
  reader: Reader,
  collectionId: string,
  { fromMicros, toMicros, stepHours }: HistoryQuery,
): Promise<readonly HistoryPoint[]> {
  const step = BigInt(stepHours) * HOUR_MICROS
  const first = fromMicros - (fromMicros % step)
  return readRows(
    reader,
    sql<HistoryPoint>`
    select p.at as "atMicros", last.floor_octas as "floorOctas", coalesce(last.listed_count, 0) as "listedCount",
      coalesce(last.owner_count, 0) as "ownerCount", sold.volume_octas as "volumeOctas", sold.sales,
      washed.octas as "washOctas", washed.sales as "washSales"
    from generate_series(${first}::bigint, ${toMicros}::bigint, ${step}::bigint) as p (at)
    left join lateral (
      select h.floor_octas, h.listed_count, h.owner_count from market.collection_hours h
      where h.collection_id = ${collectionId} and h.hour_micros < p.at + ${step}::bigint
      order by h.hour_micros desc limit 1
    ) last on true
    cross join lateral (
      select coalesce(sum(h.volume_octas), 0) as volume_octas, coalesce(sum(h.sales), 0)::bigint as sales
      from market.collection_hours h
      where h.collection_id = ${collectionId} and h.hour_micros >= p.at and h.hour_micros < p.at + ${step}::bigint
    ) sold
    cross join lateral (
      select coalesce(sum(s.price_octas), 0) as octas, count(*) as sales from market.sales s
      where s.collection_id = ${collectionId} and s.is_wash
        and s.at_micros >= p.at and s.at_micros < p.at + ${step}::bigint
    ) washed
    order by p.at`,
  )
}
