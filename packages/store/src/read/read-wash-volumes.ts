import { sql } from 'kysely'
import { type Reader, readRows } from './read-rows.ts'
import { slidingWindows } from './windows.ts'

/** How much of a collection's volumes are flagged trades; octas. To be taken off, where wash trades are left out. */
export interface WashVolumes {
  readonly collectionId: string
  readonly dayOctas: bigint
  readonly weekOctas: bigint
  readonly monthOctas: bigint
  readonly allOctas: bigint
  readonly sales: bigint
}

/** Flagged volumes of some collections, unordered; collections without any are left out. @see sales */
export function readWashVolumes(
  reader: Reader,
  collectionIds: readonly string[],
  nowMicros: bigint,
): Promise<readonly WashVolumes[]> {
  const { day, week, month } = slidingWindows(nowMicros)
  const since = (startMicros: bigint) =>
    sql`coalesce(sum(price_octas) filter (where at_micros >= ${startMicros}::bigint), 0)`
  return readRows(
    reader,
    sql<WashVolumes>`
    select collection_id as "collectionId", ${since(day.startMicros)} as "dayOctas", ${since(week.startMicros)} as "weekOctas",
      ${since(month.startMicros)} as "monthOctas", sum(price_octas) as "allOctas", count(*) as sales
    from market.sales where is_wash and collection_id = any(${[...collectionIds]}::text[])
    group by collection_id`,
  )
}
