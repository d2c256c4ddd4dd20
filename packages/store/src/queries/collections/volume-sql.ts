import { type RawBuilder, sql } from 'kysely'
import type { SlidingWindows } from '../windows.ts'

/** A window that volumes are given for. */
export type VolumeWindow = 'day' | 'week' | 'month'

const LOOKED_AT: Readonly<Record<VolumeWindow, readonly VolumeWindow[]>> = {
  day: ['day'],
  week: ['day', 'week'],
  month: ['day', 'week', 'month'],
}

/**
 * Returns sales per collection in the three windows: whole hours from the rollup, the partial hour at each
 * window's start from the sales. Columns: collection_id, day_octas, week_octas, month_octas, day_sales.
 * @param only collections to look at; null for all.
 * @param longest the longest window that is looked at: sums of longer ones hold no more than it.
 */
export function volumesSql(
  windows: SlidingWindows,
  only: readonly string[] | null,
  longest: VolumeWindow = 'month',
): RawBuilder<unknown> {
  const { day, week, month } = windows
  const some = only === null ? sql`` : sql`and collection_id = any(${[...only]}::text[])`
  const within = (w: { startMicros: bigint; hourMicros: bigint }) =>
    sql`(at_micros >= ${w.startMicros} and at_micros < ${w.hourMicros})`
  return sql`
    select collection_id, sum(day_octas) as day_octas, sum(week_octas) as week_octas, sum(month_octas) as month_octas,
      sum(day_sales)::bigint as day_sales
    from (
      select collection_id,
        case when hour_micros >= ${day.hourMicros} then volume_octas else 0 end as day_octas,
        case when hour_micros >= ${week.hourMicros} then volume_octas else 0 end as week_octas,
        volume_octas as month_octas,
        case when hour_micros >= ${day.hourMicros} then sales else 0 end as day_sales
      from market.collection_hours
      where hour_micros >= ${windows[longest].hourMicros} and sales > 0 ${some}
      union all
      select collection_id,
        case when ${within(day)} then price_octas else 0 end,
        case when ${within(week)} then price_octas else 0 end,
        case when ${within(month)} then price_octas else 0 end,
        case when ${within(day)} then 1 else 0 end
      from market.sales
      where collection_id is not null and (${sql.join(
        LOOKED_AT[longest].map((window) => within(windows[window])),
        sql` or `,
      )}) ${some}
    ) as parts
    group by collection_id`
}

/**
 * Returns the flagged part of the same sums, to be taken off where wash trades are left out. Collections without
 * any have no row. Columns: as {@link volumesSql}, and all_octas, all_sales.
 */
export function washVolumesSql(
  { day, week, month }: SlidingWindows,
  only: readonly string[] | null,
): RawBuilder<unknown> {
  const some = only === null ? sql`` : sql`and collection_id = any(${[...only]}::text[])`
  const since = ({ startMicros }: { startMicros: bigint }) =>
    sql`coalesce(sum(price_octas) filter (where at_micros >= ${startMicros}::bigint), 0)`
  return sql`
    select collection_id, ${since(day)} as day_octas, ${since(week)} as week_octas, ${since(month)} as month_octas,
      sum(price_octas) as all_octas, count(*) filter (where at_micros >= ${day.startMicros}::bigint) as day_sales,
      count(*) as all_sales
    from market.sales where is_wash ${some} group by collection_id`
}

/**
 * Returns a figure of the outer query, less its flagged part where wash trades are left out; 0 where there is
 * neither.
 */
export function soldSql(sum: string, flagged: string, isWashOut: boolean): RawBuilder<unknown> {
  const whole = sql`coalesce(${sql.ref(sum)}, 0)`
  return isWashOut ? sql`(${whole} - coalesce(${sql.ref(flagged)}, 0))` : whole
}

/**
 * Returns the floor of a collection at a time: that of the last hour that had ended by then.
 * @param collection the outer query's column, e.g. `s.collection_id`.
 */
export function floorAtSql(collection: string, atMicros: bigint): RawBuilder<unknown> {
  return sql`(
    select h.floor_octas from market.collection_hours h
    where h.collection_id = ${sql.ref(collection)} and h.hour_micros + 3600000000 <= ${atMicros}
    order by h.hour_micros desc limit 1)`
}
