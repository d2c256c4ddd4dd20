import { type RawBuilder, sql } from 'kysely'
import { escapeLike, limitSql, type Reader, readRows } from '../read-rows.ts'
import { type SlidingWindows, slidingWindows } from '../windows.ts'
import { exactFloorAtSql, floorAtSql, soldSql, type VolumeWindow, volumesSql, washVolumesSql } from './volume-sql.ts'

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

export interface CollectionQuery {
  readonly ranking: CollectionRanking
  readonly descending: boolean
  readonly nowMicros: bigint
  readonly take: number
  /** The last row of the page before. */
  readonly after?: RankedCollection
  readonly offset?: number
  /** Part of the name. */
  readonly search?: string
  /** Only this wallet's favourites. */
  readonly favouritesOf?: string
  readonly featuredOnly?: boolean
  /** Leaves out collections without a listing, a bid and a sale: on a real network most are. */
  readonly tradedOnly?: boolean
  /** Leaves wash trades out of volumes, and those who made them out of buyers. */
  readonly isWashOut?: boolean
}

/** A place in the ranking: id and the value it is ranked by, as text. */
export interface RankedCollection {
  readonly collectionId: string
  readonly value: string
}

/** Finds ids of a page of the ranking. Collections without the value come last in either order; ties by id. */
export async function findCollections(reader: Reader, query: CollectionQuery): Promise<readonly RankedCollection[]> {
  if (isWalked(query)) {
    const best = await readRows(reader, walkSql(query))
    // A short page may go on with collections of which the index knows nothing.
    if (best.length === query.take) return best
  }
  return readRows(reader, rankedSql(query))
}

/** Returns whether an index has the ranking itself: of all collections, by stats of all sales. */
function isWalked({ ranking, descending, search, favouritesOf, featuredOnly, isWashOut }: CollectionQuery): boolean {
  if (search || favouritesOf || featuredOnly || isWashOut) return false
  return ranking in STANDING && (descending || ranking === 'FLOOR_PRICE' || ranking === 'TOP_BID')
}

/** Collections of which nothing has happened in a ranking's window, as a condition, and the value that all of them have. */
interface Idle {
  readonly value: RawBuilder<unknown>
  readonly condition: RawBuilder<unknown>
}

/** Something of it is listed or bid for, or was sold. */
const TRADED = sql`and (s.listed_count > 0 or s.top_bid_octas is not null or s.volume_all_octas > 0)`

/** Columns that have an index of their own with the id. */
const STANDING: Partial<Record<CollectionRanking, string>> = {
  ALL_TIME_VOLUME: 'volume_all_octas',
  ALL_TIME_SALES: 'sales_all',
  FLOOR_PRICE: 'floor_octas',
  TOP_BID: 'top_bid_octas',
  OWNERS: 'owner_count',
  LISTED: 'listed_count',
}

function walkSql({
  ranking,
  descending,
  after,
  take,
  offset,
  tradedOnly,
}: CollectionQuery): RawBuilder<RankedCollection> {
  const column = sql.ref(`s.${STANDING[ranking]}`)
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const beyond = after
    ? sql`and (${column}, s.collection_id) ${sql.raw(descending ? '<' : '>')} (${after.value}::numeric, ${after.collectionId})`
    : sql``
  return sql<RankedCollection>`
    select s.collection_id as "collectionId", ${column}::text as value from market.collection_stats s
    join chain.current_collections_v2 c on c.collection_id = s.collection_id
    where ${column} is not null ${tradedOnly ? TRADED : sql``} ${beyond}
    order by ${column} ${direction}, s.collection_id ${direction} ${limitSql(take, offset)}`
}

/**
 * Ranks the moved ones by their values, and adds of the idle ones, whose values are known, as many as can be on the page: by id, whatever
 * their number. Of the first idle ones at most as many have moved as have at all.
 */
function rankedSql(query: CollectionQuery): RawBuilder<RankedCollection> {
  const { value, joins, moved, idle } = rankingSql(query, slidingWindows(query.nowMicros))
  const type = sql.raw(query.ranking === 'NAME' ? 'text' : 'numeric')
  const direction = sql.raw(query.descending ? 'desc' : 'asc')
  const after = query.after
  const beyond = (column: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    after === undefined
      ? sql`true`
      : sql`(${column}, ${id}) ${sql.raw(query.descending ? '<' : '>')} (${after.value}::${type}, ${after.collectionId})`
  const wanted = query.take + (query.offset ?? 0)
  const rests = (idle ?? []).map(
    (rest) => sql`union all
      select collection_id, ${rest.value}::numeric from (
        select c.collection_id from chain.current_collections_v2 c
        left join market.collection_stats s on s.collection_id = c.collection_id
        where ${rest.condition} ${filters(query)} and ${beyond(sql`${rest.value}::numeric`, sql`c.collection_id`)}
        order by c.collection_id ${direction} limit (select count(*) from moved) + ${wanted}::bigint
      ) as first where not exists (select from moved where moved.collection_id = first.collection_id)`,
  )
  return sql<RankedCollection>`
    with moved as materialized (
      select c.collection_id, ${value}::${type} as value
      from chain.current_collections_v2 c
      left join market.collection_stats s on s.collection_id = c.collection_id
      ${joins}
      where ${moved ?? sql`true`} ${filters(query)}
    ), ranked as (select * from moved ${sql.join(rests, sql` `)})
    select collection_id as "collectionId", value::text as value from ranked
    where ${beyond(sql`value`, sql`collection_id`)}
    order by ranked.value ${direction}, collection_id ${direction}
    ${limitSql(query.take, query.offset)}`
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

function filters(query: CollectionQuery): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = []
  if (query.search) parts.push(sql`and c.collection_name ilike ${`%${escapeLike(query.search)}%`}`)
  if (query.favouritesOf) {
    parts.push(sql`and exists (select from account.favourites f
      where f.wallet = ${query.favouritesOf} and f.collection_id = c.collection_id)`)
  }
  if (query.featuredOnly) {
    parts.push(sql`and exists (select from account.verified_collections v
      where v.collection_id = c.collection_id and v.is_featured)`)
  }
  if (query.tradedOnly) parts.push(TRADED)
  return sql.join(parts, sql` `)
}

/** Computation of a ranking. */
interface RankingSql {
  readonly value: RawBuilder<unknown>
  readonly joins: RawBuilder<unknown>
  /** Condition of the collections of which something happened in the ranking's window; absent where there is none. */
  readonly moved?: RawBuilder<unknown>
  /** All others. */
  readonly idle?: readonly Idle[]
}

function rankingSql(query: CollectionQuery, windows: SlidingWindows): RankingSql {
  // Sorts after every real value in either direction.
  const missing = sql.raw(query.descending ? '-1e12' : '1e38')
  const orMissing = (expression: RawBuilder<unknown>) => sql`coalesce(${expression}, ${missing})`
  const isWashOut = query.isWashOut ?? false
  const sold = (sum: string, flagged: string) => soldSql(sum, flagged, isWashOut)
  const flagged = isWashOut
    ? sql`left join (${washVolumesSql(windows, null, WINDOW_OF[query.ranking])}) w on w.collection_id = c.collection_id`
    : sql``
  const none = sql``
  const volumes = sql`left join (${volumesSql(windows, null, WINDOW_OF[query.ranking])}) v on v.collection_id = c.collection_id ${flagged}`
  const soldIn = (window: VolumeWindow, unit: 'octas' | 'sales'): RankingSql => ({
    value: sold(`v.${window}_${unit}`, `w.${window}_${unit}`),
    joins: volumes,
    moved: sql`v.collection_id is not null`,
    idle: [{ value: sql`0`, condition: sql`true` }],
  })
  const changeIn = (window: VolumeWindow): RankingSql => {
    const { startMicros } = windows[window]
    const then = window === 'hour' ? exactFloorAtSql : floorAtSql
    return {
      value: orMissing(CHANGE),
      joins: floorThen(then('s.collection_id', startMicros)),
      // Only a collection of which something happened since can have another floor than then.
      moved: sql`c.collection_id in (select h.collection_id from market.collection_hours h
        where h.hour_micros > ${startMicros}::bigint - 7200000000)`,
      idle: [
        { value: sql`0`, condition: sql`s.floor_octas > 0` },
        { value: missing, condition: sql`coalesce(s.floor_octas, 0) = 0` },
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
      return { value: sold('s.sales_all', 'w.all_sales'), joins: flagged }
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
    case 'TRENDING':
      return {
        value: orMissing(trendingSql(sold('v.day_octas', 'w.day_octas'), sold('v.week_octas', 'w.week_octas'))),
        joins: sql`${volumes} ${buyers(windows, isWashOut)}`,
      }
  }
}

/** Floor now against then, in hundredths of a percent; null when there was none. */
const CHANGE = sql`round((s.floor_octas - back.floor_octas) * 10000 / nullif(back.floor_octas, 0))`

/** Looked up once a collection, however often it is named: that is what the `offset` is for. */
function floorThen(floor: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`left join lateral (select ${floor} as floor_octas offset 0) back on true`
}

/** @source docs/product/collections.md#trending */
function trendingSql(day: RawBuilder<unknown>, week: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when b.buyers >= 3 then round(${day} * 7 * 1000000 / nullif(${week}, 0)) end`
}

function buyers(windows: SlidingWindows, isWashOut: boolean): RawBuilder<unknown> {
  const some = isWashOut ? sql`and not is_wash` : sql``
  return sql`left join (
    select collection_id, count(distinct buyer) as buyers from market.sales
    where at_micros >= ${windows.day.startMicros} ${some} group by collection_id
  ) b on b.collection_id = c.collection_id`
}
