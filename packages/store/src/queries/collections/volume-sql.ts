import { type RawBuilder, sql } from 'kysely'
import { countsSql, FOREVER } from '../../schema/span-sql.ts'
import type { SlidingWindow, SlidingWindows } from '../windows.ts'

/** A window that volumes are given for. */
export type VolumeWindow = 'hour' | 'day' | 'week' | 'month'

/** The windows up to each, shortest first. */
const WINDOWS_UP_TO: Readonly<Record<VolumeWindow, readonly VolumeWindow[]>> = {
  hour: ['hour'],
  day: ['hour', 'day'],
  week: ['hour', 'day', 'week'],
  month: ['hour', 'day', 'week', 'month'],
}

/**
 * Returns sales per collection in the windows: whole hours from the rollup, the partial hour at each
 * window's start from the sales. Columns: collection_id, and of each window hour_octas, hour_sales, day_octas, ...
 * @param rowsOf the collections to look at: {@link rowsOfAll} or {@link rowsOfEach}.
 * @param longest the longest window that is shown: longer ones have no columns.
 */
export function volumesSql(
  windows: SlidingWindows,
  rowsOf: RowsOf,
  longest: VolumeWindow = 'month',
): RawBuilder<unknown> {
  const names = WINDOWS_UP_TO[longest]
  const within = ({ startMicros, hourMicros }: SlidingWindow) =>
    sql`(at_micros >= ${startMicros}::bigint and at_micros < ${hourMicros}::bigint)`
  const sums = names.map((name) => {
    const [octas, sales] = columnsOf(name)
    return sql`coalesce(sum(${octas}), 0) as ${octas}, coalesce(sum(${sales}), 0)::bigint as ${sales}`
  })
  const whole = names.map((name) => {
    const [octas, sales] = columnsOf(name)
    const isIn = sql`filter (where hour_micros >= ${windows[name].hourMicros}::bigint)`
    return sql`sum(volume_octas) ${isIn} as ${octas}, sum(sales) ${isIn} as ${sales}`
  })
  const partial = names.map((name) => {
    const [octas, sales] = columnsOf(name)
    const isIn = sql`filter (where ${within(windows[name])})`
    return sql`sum(price_octas) ${isIn} as ${octas}, count(*) ${isIn} as ${sales}`
  })
  return sql`
    select collection_id, ${sql.join(sums)}
    from (
      select collection_id, ${sql.join(whole)}
      from ${rowsOf(sql`market.collection_hours`, sql`hour_micros >= ${windows[longest].hourMicros} and sales > 0`)}
      group by collection_id
      union all
      select collection_id, ${sql.join(partial)}
      from ${rowsOf(
        sql`market.sales`,
        sql`collection_id is not null and (${sql.join(
          names.map((name) => within(windows[name])),
          sql` or `,
        )})`,
      )}
      group by collection_id
    ) as parts
    group by collection_id`
}

/** Returns what follows `from`: rows of a table, by conditions. */
export type RowsOf = (table: RawBuilder<unknown>, conditions: RawBuilder<unknown>) => RawBuilder<unknown>

export const rowsOfAll: RowsOf = (table, conditions) => sql`${table} where ${conditions}`

/** Returns rows of some collections, looked up one by one: for any parameters, the planner would read a time of all collections. */
export function rowsOfEach(ids: readonly string[]): RowsOf {
  return (table, conditions) => sql`unnest(${[...new Set(ids)]}::text[]) as named (id) cross join lateral (
    select * from ${table} where collection_id = named.id and ${conditions} offset 0) as of_it`
}

/** Returns the columns of a window: sum of prices in octas, and number of sales. */
function columnsOf(window: VolumeWindow): readonly [octas: RawBuilder<unknown>, sales: RawBuilder<unknown>] {
  return [sql.ref(`${window}_octas`), sql.ref(`${window}_sales`)]
}

/**
 * Returns the flagged part of the same sums, to be taken off where wash trades are left out. Collections without
 * any have no row. Columns: as {@link volumesSql}; without a longest window those of all, and all_octas, all_sales.
 * @param rowsOf the collections to look at: {@link rowsOfAll} or {@link rowsOfEach}.
 * @param longest the longest window that is shown: flagged sales before it are not read.
 */
export function washVolumesSql(windows: SlidingWindows, rowsOf: RowsOf, longest?: VolumeWindow): RawBuilder<unknown> {
  const since = longest === undefined ? sql`` : sql`and at_micros >= ${windows[longest].startMicros}::bigint`
  const sums = WINDOWS_UP_TO[longest ?? 'month'].map((name) => {
    const [octas, sales] = columnsOf(name)
    const isIn = sql`filter (where at_micros >= ${windows[name].startMicros}::bigint)`
    return sql`coalesce(sum(price_octas) ${isIn}, 0) as ${octas}, count(*) ${isIn} as ${sales}`
  })
  if (longest === undefined) sums.push(sql`sum(price_octas) as all_octas, count(*) as all_sales`)
  return sql`
    select collection_id, ${sql.join(sums)} from ${rowsOf(sql`market.sales`, sql`is_wash ${since}`)} group by collection_id`
}

/**
 * Returns a sum of the outer query, less its flagged part where wash trades are left out; 0 where there is
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
    where h.collection_id = ${sql.ref(collection)} and h.hour_micros <= ${atMicros}::bigint - 3600000000
    order by h.hour_micros desc limit 1)`
}

/**
 * Returns the floor of a collection at a time, to the microsecond: of hours that have yet to end, and within them. Walks what is
 * still listed by price, to the first that was listed by then, and reads what has ended since.
 * @param collection the outer query's column, e.g. `s.collection_id`.
 * @param atMicros a recent time.
 */
export function exactFloorAtSql(collection: string, atMicros: bigint): RawBuilder<unknown> {
  return sql`least(${openFloorAtSql(collection, atMicros)},
    (select min(span.price_octas) ${spansSql(collection, atMicros)} and ${endedAfterSql(atMicros)}))`
}

/**
 * Returns floors of a collection at several times, as an array of texts: as {@link exactFloorAtSql}, looking at each listing
 * twice at most, however many times there are.
 * @param times recent ones, oldest first.
 */
export function exactFloorsSql(collection: string, times: readonly bigint[]): RawBuilder<unknown> {
  const [first = 0n] = times
  const last = times.at(-1) ?? first
  const floors = times.map(
    (at) => sql`(min(price_octas) filter (where from_micros <= ${at}::bigint and to_micros > ${at}::bigint))::text`,
  )
  return sql`(select array[${sql.join(floors)}] from (
    select span.price_octas, span.from_micros, ${FOREVER} as to_micros ${spansSql(collection, last)}
      and span.to_micros is null and span.price_octas <= coalesce(${openFloorAtSql(collection, first)}, 'Infinity')
    union all
    select span.price_octas, span.from_micros, span.to_micros ${spansSql(collection, last)} and ${endedAfterSql(first)}
  ) as floors)`
}

/** Returns the lowest price, at a time, of listings that were open then and still are. */
function openFloorAtSql(collection: string, atMicros: bigint): RawBuilder<unknown> {
  return sql`(select span.price_octas ${spansSql(collection, atMicros)} and span.to_micros is null
    order by span.price_octas limit 1)`
}

function spansSql(collection: string, untilMicros: bigint): RawBuilder<unknown> {
  return sql`from market.listing_spans span where span.collection_id = ${sql.ref(collection)}
    and span.from_micros <= ${untilMicros}::bigint and ${countsSql('span.marketplace')}`
}

function endedAfterSql(atMicros: bigint): RawBuilder<unknown> {
  const end = sql`coalesce(span.to_micros, ${FOREVER})`
  return sql`${end} > ${atMicros}::bigint and ${end} < ${FOREVER}`
}
