import { type RawBuilder, sql } from 'kysely'
import type { SlidingWindows } from '../../windows.ts'
import {
  exactFloorAtSql,
  floorAtSql,
  rowsOfAll,
  soldSql,
  type VolumeWindow,
  volumesSql,
  washVolumesSql,
} from '../volume-sql.ts'
import { soldFixesSql, storedRanking, storedSumSql } from './stored-windows.ts'
import { numericSql, tieSql } from './tie-sql.ts'
import { isWindowRanking, WINDOW_RANKINGS, type WindowRankingName } from './window-rankings.ts'

/** Rankings of collections. */
export type CollectionRanking = WindowRankingName | StatsRanking | 'TRENDING'

/** Rankings by what is stored of a collection, and its name. */
type StatsRanking =
  | 'ALL_TIME_VOLUME'
  | 'ALL_TIME_SALES'
  | 'FLOOR_PRICE'
  | 'TOP_BID'
  | 'MARKET_CAP'
  | 'OWNERS'
  | 'SUPPLY'
  | 'LISTED'
  | 'NAME'

/** A ranking and its direction. */
export interface RankingQuery {
  readonly ranking: CollectionRanking
  readonly descending: boolean
  /** Leaves wash trades out of volumes, and those who made them out of buyers. */
  readonly isWashOut?: boolean
}

/** Returns the value of collections without one: it sorts after every real value in either direction. */
export function missingValue({ descending }: Pick<RankingQuery, 'descending'>): number {
  return descending ? -1e12 : 1e38
}

/** Collections of which nothing has happened in a ranking's window, as a condition, and the value that all of them have. */
export interface Idle {
  readonly value: number
  readonly condition: RawBuilder<unknown>
  /** Whether they are ordered by volume of all time, with equal volumes by id. Else by id alone. */
  readonly isByVolume: boolean
}

/** Computation of a ranking. */
export interface RankingSql {
  /** Collections whose stored values differ by now, for a common table of that name. */
  readonly fixes?: RawBuilder<unknown>
  readonly value: RawBuilder<unknown>
  /** Order among equal values, before the id; absent where only the id orders them. */
  readonly tie?: RawBuilder<unknown>
  readonly joins: RawBuilder<unknown>
  /** Condition of the collections of which something happened in the ranking's window; absent where there is none. */
  readonly moved?: RawBuilder<unknown>
  /** All others. */
  readonly idle?: readonly Idle[]
}

/** Returns how a ranking is computed from sums and floor changes that are stored as of an hour; null for one that needs none. */
export function storedRankingSql(query: RankingQuery, windows: SlidingWindows): RankingSql | null {
  if (query.ranking === 'TRENDING') return storedTrendingSql(query, windows)
  const stored = storedRanking(query.ranking, windows, query.isWashOut ?? false)
  if (stored === null) return null
  const { table, column, isStored, isSum, tie } = stored
  const missing = missingValue(query)
  return {
    fixes: stored.fixes,
    value: isSum
      ? stored.fixed
      : sql`coalesce(case when fixes.collection_id is null then ${column} else ${stored.fixed} end, ${numericSql(missing)})`,
    ...(tie && { tie: tie.fixed }),
    joins: joinStoredSql(table),
    moved: sql`(${isStored} or fixes.collection_id is not null)`,
    idle: [{ value: isSum ? 0 : missing, condition: sql`true`, isByVolume: stored.isIdleByVolume }],
  }
}

function storedTrendingSql(query: RankingQuery, windows: SlidingWindows): RankingSql {
  const { isWashOut = false } = query
  const missing = missingValue(query)
  const some = isWashOut ? sql`and not x.is_wash` : sql``
  const trend = trendSql(storedSumSql('day', 'octas'), storedSumSql('week', 'octas'))
  const value = sql`coalesce(${trend}, ${numericSql(missing)})`
  return {
    fixes: soldFixesSql(windows, ['day', 'week'], isWashOut),
    value,
    tie: tieSql(value, missing),
    joins: joinStoredSql(sql`market.window_sales`),
    moved: sql`c.collection_id in (select collection_id from market.window_sales where day_sales >= ${LEAST_BUYERS}
        union select collection_id from fixes where day_sales > 0)
      and ${storedSumSql('day', 'sales')} >= ${LEAST_BUYERS} and ${hasBuyersSql(windows, some)}`,
    idle: [{ value: missing, condition: sql`true`, isByVolume: true }],
  }
}

/** Joins stored values and their fixes to the collection `c`. */
function joinStoredSql(table: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`left join ${table} stored_values on stored_values.collection_id = c.collection_id
    left join fixes on fixes.collection_id = c.collection_id`
}

/** Returns how a ranking is computed from hours and sales alone. */
export function rankingSql(query: RankingQuery, windows: SlidingWindows): RankingSql {
  const { ranking } = query
  if (ranking === 'TRENDING') return trendingSql(query, windows)
  if (!isWindowRanking(ranking)) return statsRankingSql(ranking, query, windows)
  const { by, window } = WINDOW_RANKINGS[ranking]
  return by === 'change' ? changeSql(query, windows, window) : soldInSql(query, windows, { by, window })
}

/** Ranks by what was sold in a window. */
function soldInSql(
  { isWashOut = false }: RankingQuery,
  windows: SlidingWindows,
  { by, window }: { readonly by: 'octas' | 'sales'; readonly window: VolumeWindow },
): RankingSql {
  const volume = soldSql(`v.${window}_octas`, `w.${window}_octas`, isWashOut)
  const value = by === 'octas' ? volume : soldSql(`v.${window}_sales`, `w.${window}_sales`, isWashOut)
  return {
    value,
    tie: by === 'octas' ? tieSql(value, 0) : tieSql(value, 0, volume),
    joins: joinVolumesSql(windows, window, isWashOut),
    moved: sql`v.collection_id is not null`,
    idle: [{ value: 0, condition: sql`true`, isByVolume: true }],
  }
}

/** Ranks by how the floor has changed in a window. */
function changeSql(query: RankingQuery, windows: SlidingWindows, window: VolumeWindow): RankingSql {
  const { startMicros } = windows[window]
  const then = window === 'hour' ? exactFloorAtSql : floorAtSql
  return {
    value: orMissing(query, CHANGE),
    joins: floorThen(then('s.collection_id', startMicros)),
    // Only a collection with a floor, and with any event since, can have a change.
    moved: sql`s.floor_octas is not null and c.collection_id in (select h.collection_id from market.collection_hours h
      where h.hour_micros > ${startMicros}::bigint - 7200000000)`,
    idle: [
      { value: 0, condition: sql`s.floor_octas > 0`, isByVolume: false },
      { value: missingValue(query), condition: sql`(s.floor_octas is null or s.floor_octas = 0)`, isByVolume: false },
    ],
  }
}

function trendingSql(query: RankingQuery, windows: SlidingWindows): RankingSql {
  const { isWashOut = false } = query
  const missing = missingValue(query)
  const [day, week] = [
    soldSql('v.day_octas', 'w.day_octas', isWashOut),
    soldSql('v.week_octas', 'w.week_octas', isWashOut),
  ]
  const value = orMissing(query, trendSql(day, week))
  return {
    value,
    tie: tieSql(value, missing),
    joins: sql`${joinVolumesSql(windows, 'week', isWashOut)} ${buyers(windows, isWashOut)}`,
    moved: sql`b.buyers >= ${LEAST_BUYERS}`,
    idle: [{ value: missing, condition: sql`true`, isByVolume: true }],
  }
}

/** Ranks by a value of the stats `s`, or of the collection `c`. */
function statsRankingSql(ranking: StatsRanking, query: RankingQuery, windows: SlidingWindows): RankingSql {
  const { isWashOut = false } = query
  const joins = sql``
  const volume = soldSql('s.volume_all_octas', 'w.all_octas', isWashOut)
  switch (ranking) {
    case 'ALL_TIME_VOLUME':
      return { value: volume, joins: joinWashSql(windows, isWashOut) }
    case 'ALL_TIME_SALES':
      return {
        value: soldSql('s.sales_all', 'w.all_sales', isWashOut),
        tie: volume,
        joins: joinWashSql(windows, isWashOut),
      }
    case 'FLOOR_PRICE':
      return { value: orMissing(query, sql`s.floor_octas`), joins }
    case 'TOP_BID':
      return { value: orMissing(query, sql`s.top_bid_octas`), joins }
    case 'MARKET_CAP':
      return { value: orMissing(query, sql`s.floor_octas * s.supply`), joins }
    case 'OWNERS':
      return { value: sql`coalesce(s.owner_count, 0)`, joins }
    case 'SUPPLY':
      return { value: sql`coalesce(s.supply, 0)`, joins }
    case 'LISTED':
      return { value: sql`coalesce(s.listed_count, 0)`, joins }
    case 'NAME':
      return { value: sql`lower(c.collection_name)`, joins }
  }
}

function orMissing(query: RankingQuery, value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce(${value}, ${numericSql(missingValue(query))})`
}

/** Joins what was sold in the windows up to the longest as `v`, and what is taken off of it as `w`. */
function joinVolumesSql(windows: SlidingWindows, longest: VolumeWindow, isWashOut: boolean): RawBuilder<unknown> {
  return sql`left join (${volumesSql(windows, rowsOfAll, longest)}) v on v.collection_id = c.collection_id
    ${joinWashSql(windows, isWashOut, longest)}`
}

/** Joins wash trades as `w` where they are left out. @param longest the longest window; absent for all time. */
function joinWashSql(windows: SlidingWindows, isWashOut: boolean, longest?: VolumeWindow): RawBuilder<unknown> {
  if (!isWashOut) return sql``
  return sql`left join (${washVolumesSql(windows, rowsOfAll, longest)}) w on w.collection_id = c.collection_id`
}

/** Floor now against then, in hundredths of a percent; null when there was none. */
const CHANGE = sql`round((s.floor_octas - back.floor_octas) * 10000 / nullif(back.floor_octas, 0))`

/** Evaluated once per collection, however often the query names it: `offset 0` keeps the planner from inlining it. */
function floorThen(floor: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`left join lateral (select ${floor} as floor_octas offset 0) back on true`
}

/** Buyers within a day without whom a collection is not trending. */
const LEAST_BUYERS = 3

/** Newest sales among which so many buyers are mostly found. */
const NEWEST_SALES = sql.lit(100)

/**
 * Returns whether the collection `c` has had so many buyers within a day. All its sales are read only where the newest have fewer buyers: it may have
 * any number.
 * @param some further conditions on a sale `x`.
 */
function hasBuyersSql({ day }: SlidingWindows, some: RawBuilder<unknown>): RawBuilder<boolean> {
  const sold = sql`select x.buyer from market.sales x
    where x.collection_id = c.collection_id and x.at_micros >= ${day.startMicros}::bigint ${some}`
  const hasOf = (sales: RawBuilder<unknown>) =>
    sql`(select count(distinct buyer) from (${sales}) sold) >= ${LEAST_BUYERS}`
  return sql<boolean>`case when ${hasOf(sql`${sold} order by x.at_micros desc limit ${NEWEST_SALES}`)} then true else ${hasOf(sold)} end`
}

/** @source docs/product/collections.md#trending */
function trendSql(day: RawBuilder<unknown>, week: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`round(${day} * 7 * 1000000 / nullif(${week}, 0))`
}

function buyers(windows: SlidingWindows, isWashOut: boolean): RawBuilder<unknown> {
  const some = isWashOut ? sql`and not is_wash` : sql``
  return sql`left join (
    select collection_id, count(distinct buyer) as buyers from market.sales
    where at_micros >= ${windows.day.startMicros} ${some} group by collection_id
  ) b on b.collection_id = c.collection_id`
}
