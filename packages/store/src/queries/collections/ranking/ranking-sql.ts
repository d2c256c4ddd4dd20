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

/** Rankings of collections. */
export type CollectionRanking =
  | 'ALL_TIME_VOLUME'
  | 'THIRTY_D_VOLUME'
  | 'SEVEN_D_VOLUME'
  | 'ONE_D_VOLUME'
  | 'ONE_H_VOLUME'
  | 'ALL_TIME_SALES'
  | 'THIRTY_D_SALES'
  | 'SEVEN_D_SALES'
  | 'ONE_D_SALES'
  | 'ONE_H_SALES'
  | 'FLOOR_PRICE'
  | 'TOP_BID'
  | 'MARKET_CAP'
  | 'ONE_H_CHANGE'
  | 'ONE_D_CHANGE'
  | 'SEVEN_D_CHANGE'
  | 'THIRTY_D_CHANGE'
  | 'OWNERS'
  | 'SUPPLY'
  | 'LISTED'
  | 'NAME'
  | 'TRENDING'

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

/** The longest window that a ranking looks at. */
const WINDOW_OF: Partial<Record<CollectionRanking, VolumeWindow>> = {
  ONE_H_VOLUME: 'hour',
  ONE_H_SALES: 'hour',
  ONE_D_VOLUME: 'day',
  ONE_D_SALES: 'day',
  TRENDING: 'week',
  SEVEN_D_VOLUME: 'week',
  SEVEN_D_SALES: 'week',
  THIRTY_D_VOLUME: 'month',
  THIRTY_D_SALES: 'month',
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
  const { ranking, isWashOut = false } = query
  const missing = missingValue(query)
  const joinFixes = sql`left join fixes on fixes.collection_id = c.collection_id`
  if (ranking === 'TRENDING') {
    const some = isWashOut ? sql`and not x.is_wash` : sql``
    const trend = trendingSql(storedSumSql('day', 'octas'), storedSumSql('week', 'octas'))
    const value = sql`coalesce(${trend}, ${numericSql(missing)})`
    return {
      fixes: soldFixesSql(windows, ['day', 'week'], isWashOut),
      value,
      tie: tieSql(value, missing),
      joins: sql`left join market.window_sales stored_values on stored_values.collection_id = c.collection_id ${joinFixes}`,
      moved: sql`c.collection_id in (select collection_id from market.window_sales where day_sales >= ${LEAST_BUYERS}
          union select collection_id from fixes where day_sales > 0)
        and ${storedSumSql('day', 'sales')} >= ${LEAST_BUYERS} and ${hasBuyersSql(windows, some)}`,
      idle: [{ value: missing, condition: sql`true`, isByVolume: true }],
    }
  }
  const stored = storedRanking(ranking, windows, isWashOut)
  if (stored === null) return null
  const { table, column, isStored, isSum, tie } = stored
  return {
    fixes: stored.fixes,
    value: isSum
      ? stored.fixed
      : sql`coalesce(case when fixes.collection_id is null then ${column} else ${stored.fixed} end, ${numericSql(missing)})`,
    ...(tie && { tie: tie.fixed }),
    joins: sql`left join ${table} stored_values on stored_values.collection_id = c.collection_id ${joinFixes}`,
    moved: sql`(${isStored} or fixes.collection_id is not null)`,
    idle: [{ value: isSum ? 0 : missing, condition: sql`true`, isByVolume: stored.isIdleByVolume }],
  }
}

/** Returns how a ranking is computed from hours and sales alone. */
export function rankingSql(query: RankingQuery, windows: SlidingWindows): RankingSql {
  const missing = missingValue(query)
  const orMissing = (expression: RawBuilder<unknown>) => sql`coalesce(${expression}, ${numericSql(missing)})`
  const isWashOut = query.isWashOut ?? false
  const sold = (sum: string, flagged: string) => soldSql(sum, flagged, isWashOut)
  const flagged = isWashOut
    ? sql`left join (${washVolumesSql(windows, rowsOfAll, WINDOW_OF[query.ranking])}) w on w.collection_id = c.collection_id`
    : sql``
  const none = sql``
  const volumes = sql`left join (${volumesSql(windows, rowsOfAll, WINDOW_OF[query.ranking])}) v on v.collection_id = c.collection_id ${flagged}`
  const soldIn = (window: VolumeWindow, unit: 'octas' | 'sales'): RankingSql => {
    const volume = sold(`v.${window}_octas`, `w.${window}_octas`)
    const isVolume = unit === 'octas'
    const value = isVolume ? volume : sold(`v.${window}_sales`, `w.${window}_sales`)
    return {
      value,
      tie: isVolume ? tieSql(value, 0) : tieSql(value, 0, volume),
      joins: volumes,
      moved: sql`v.collection_id is not null`,
      idle: [{ value: 0, condition: sql`true`, isByVolume: true }],
    }
  }
  const changeIn = (window: VolumeWindow): RankingSql => {
    const { startMicros } = windows[window]
    const then = window === 'hour' ? exactFloorAtSql : floorAtSql
    return {
      value: orMissing(CHANGE),
      joins: floorThen(then('s.collection_id', startMicros)),
      // Only a collection of which something happened since can have another floor than then, and only one with a floor has a change.
      moved: sql`s.floor_octas is not null and c.collection_id in (select h.collection_id from market.collection_hours h
        where h.hour_micros > ${startMicros}::bigint - 7200000000)`,
      idle: [
        { value: 0, condition: sql`s.floor_octas > 0`, isByVolume: false },
        { value: missing, condition: sql`(s.floor_octas is null or s.floor_octas = 0)`, isByVolume: false },
      ],
    }
  }
  switch (query.ranking) {
    case 'ALL_TIME_VOLUME':
      return { value: sold('s.volume_all_octas', 'w.all_octas'), joins: flagged }
    case 'THIRTY_D_VOLUME':
      return soldIn('month', 'octas')
    case 'SEVEN_D_VOLUME':
      return soldIn('week', 'octas')
    case 'ONE_D_VOLUME':
      return soldIn('day', 'octas')
    case 'ONE_H_VOLUME':
      return soldIn('hour', 'octas')
    case 'ALL_TIME_SALES':
      return {
        value: sold('s.sales_all', 'w.all_sales'),
        tie: sold('s.volume_all_octas', 'w.all_octas'),
        joins: flagged,
      }
    case 'THIRTY_D_SALES':
      return soldIn('month', 'sales')
    case 'SEVEN_D_SALES':
      return soldIn('week', 'sales')
    case 'ONE_D_SALES':
      return soldIn('day', 'sales')
    case 'ONE_H_SALES':
      return soldIn('hour', 'sales')
    case 'FLOOR_PRICE':
      return { value: orMissing(sql`s.floor_octas`), joins: none }
    case 'TOP_BID':
      return { value: orMissing(sql`s.top_bid_octas`), joins: none }
    case 'MARKET_CAP':
      return { value: orMissing(sql`s.floor_octas * s.supply`), joins: none }
    case 'ONE_H_CHANGE':
      return changeIn('hour')
    case 'ONE_D_CHANGE':
      return changeIn('day')
    case 'SEVEN_D_CHANGE':
      return changeIn('week')
    case 'THIRTY_D_CHANGE':
      return changeIn('month')
    case 'OWNERS':
      return { value: sql`coalesce(s.owner_count, 0)`, joins: none }
    case 'SUPPLY':
      return { value: sql`coalesce(s.supply, 0)`, joins: none }
    case 'LISTED':
      return { value: sql`coalesce(s.listed_count, 0)`, joins: none }
    case 'NAME':
      return { value: sql`lower(c.collection_name)`, joins: none }
    case 'TRENDING': {
      const value = orMissing(trendingSql(sold('v.day_octas', 'w.day_octas'), sold('v.week_octas', 'w.week_octas')))
      return {
        value,
        tie: tieSql(value, missing),
        joins: sql`${volumes} ${buyers(windows, isWashOut)}`,
        moved: sql`b.buyers >= ${LEAST_BUYERS}`,
        idle: [{ value: missing, condition: sql`true`, isByVolume: true }],
      }
    }
  }
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
function trendingSql(day: RawBuilder<unknown>, week: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`round(${day} * 7 * 1000000 / nullif(${week}, 0))`
}

function buyers(windows: SlidingWindows, isWashOut: boolean): RawBuilder<unknown> {
  const some = isWashOut ? sql`and not is_wash` : sql``
  return sql`left join (
    select collection_id, count(distinct buyer) as buyers from market.sales
    where at_micros >= ${windows.day.startMicros} ${some} group by collection_id
  ) b on b.collection_id = c.collection_id`
}
