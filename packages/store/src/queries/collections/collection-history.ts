import { DAY_MICROS, HOUR_MICROS } from '@opal/domain/time'
import { sql } from 'kysely'
import { type Reader, readRows } from '../read-rows.ts'
import { exactFloorsSql } from './volume-sql.ts'

/** Stats of a collection at the end of a time step; volume and sales within it. Amounts in octas. */
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

/** A window that floors are given for. */
export type FloorWindow = '1h' | '1d' | '7d' | '30d'

const MINUTE_MICROS = HOUR_MICROS / 60n

/** Floors of each window: their number, now included, and the time between two. */
const FLOOR_STEPS: Readonly<Record<FloorWindow, { readonly points: number; readonly stepMicros: bigint }>> = {
  '1h': { points: 13, stepMicros: 5n * MINUTE_MICROS },
  '1d': { points: 25, stepMicros: HOUR_MICROS },
  '7d': { points: 29, stepMicros: 6n * HOUR_MICROS },
  '30d': { points: 31, stepMicros: DAY_MICROS },
}

/**
 * Reads floors over a window in even steps, oldest first, ending with the floor now; null where nothing was listed.
 * Steps of an hour and more have the floor of the last hour that had ended by then; shorter ones the exact floor.
 */
export async function readFloorHistories(
  reader: Reader,
  ids: readonly string[],
  nowMicros: bigint,
  window: FloorWindow = '7d',
): Promise<ReadonlyMap<string, readonly (bigint | null)[]>> {
  if (ids.length === 0) return new Map()
  const { points, stepMicros } = FLOOR_STEPS[window]
  const times = Array.from({ length: points - 1 }, (_, step) => nowMicros - BigInt(points - 1 - step) * stepMicros)
  const floors =
    window === '1h'
      ? exactFloorsSql('c.id', times)
      : sql`(select array_agg((
            select h.floor_octas from market.collection_hours h
            where h.collection_id = c.id and h.hour_micros <= t.at - ${HOUR_MICROS}::bigint
            order by h.hour_micros desc limit 1)::text order by t.at)
          from unnest(${times}::bigint[]) as t(at))`
  const rows = await readRows(
    reader,
    sql<{ collectionId: string; floors: readonly (string | null)[] }>`
    select c.id as "collectionId", ${floors} as floors from unnest(${[...ids]}::text[]) as c(id)`,
  )
  const now = await readFloors(reader, ids)
  return new Map(
    rows.map((row) => [
      row.collectionId,
      [...row.floors.map((floor) => (floor === null ? null : BigInt(floor))), now.get(row.collectionId) ?? null],
    ]),
  )
}

async function readFloors(reader: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, bigint | null>> {
  const rows = await readRows(
    reader,
    sql<{ id: string; floor: bigint | null }>`
    select collection_id as id, floor_octas as floor from market.collection_stats where collection_id = any(${[...ids]}::text[])`,
  )
  return new Map(rows.map((row) => [row.id, row.floor]))
}
