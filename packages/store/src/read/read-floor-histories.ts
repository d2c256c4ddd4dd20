import { HOUR_MICROS } from '@opal/domain/time'
import { sql } from 'kysely'
import { type Reader, readRows } from './read-rows.ts'

const POINTS = 28
const STEP_MICROS = 6n * HOUR_MICROS

/** Floors over the last seven days every six hours, oldest first, ending with the floor now; null where nothing was listed. */
export async function readFloorHistories(
  reader: Reader,
  ids: readonly string[],
  nowMicros: bigint,
): Promise<ReadonlyMap<string, readonly (bigint | null)[]>> {
  if (ids.length === 0) return new Map()
  const start = nowMicros - BigInt(POINTS - 1) * STEP_MICROS
  const rows = await readRows(
    reader,
    sql<{ collectionId: string; floors: readonly (string | null)[] }>`
    select c.id as "collectionId", json_agg(h.floor_octas::text order by p.step) as floors
    from unnest(${[...ids]}::text[]) as c(id)
    cross join generate_series(0, ${POINTS - 2}::int) as p(step)
    left join lateral (
      select floor_octas from market.collection_hours h
      where h.collection_id = c.id and h.hour_micros <= ${start}::bigint + p.step * ${STEP_MICROS}::bigint - 3600000000
      order by h.hour_micros desc limit 1
    ) h on true
    group by c.id`,
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
