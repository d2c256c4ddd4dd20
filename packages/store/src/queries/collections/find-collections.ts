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
export function findCollections(reader: Reader, query: CollectionQuery): Promise<readonly RankedCollection[]> {
  const { ranking, search, favouritesOf, featuredOnly, isWashOut } = query
  const isOfAll = !search && !favouritesOf && !featuredOnly
  const standing = isWashOut && SOLD_OF_ALL_TIME.has(ranking) ? undefined : STANDING[ranking]
  if (isOfAll && standing !== undefined) return readRows(reader, standingSql(query, standing))
  if (isOfAll && ranking === 'NAME') return readRows(reader, namesSql(query))
  return readRows(reader, rankedSql(query))
}

/** Collections of which nothing has happened in a ranking's window, as a condition, and the value that all of them have. */
interface Idle {
  readonly value: RawBuilder<unknown>
  readonly condition: RawBuilder<unknown>
}

/** Something of it is listed or bid for, or was sold. */
const TRADED = sql`and (s.listed_count > 0 or s.top_bid_octas is not null or s.volume_all_octas > 0)`

/** A value of the stats that has an index with the id. */
interface Standing {
  readonly column: RawBuilder<unknown>
  /** Whether a collection of which nothing is known has 0, and so comes first where the least do; it comes last otherwise. */
  readonly isCount: boolean
}

const STANDING: Partial<Record<CollectionRanking, Standing>> = {
  ALL_TIME_VOLUME: { column: sql`s.volume_all_octas`, isCount: true },
  ALL_TIME_SALES: { column: sql`s.sales_all`, isCount: true },
  OWNERS: { column: sql`s.owner_count`, isCount: true },
  SUPPLY: { column: sql`s.supply`, isCount: true },
  LISTED: { column: sql`s.listed_count`, isCount: true },
  FLOOR_PRICE: { column: sql`s.floor_octas`, isCount: false },
  TOP_BID: { column: sql`s.top_bid_octas`, isCount: false },
  MARKET_CAP: { column: sql`(s.floor_octas * s.supply)`, isCount: false },
}

/** Rankings that change where wash trades are left out. */
const SOLD_OF_ALL_TIME: ReadonlySet<CollectionRanking> = new Set(['ALL_TIME_VOLUME', 'ALL_TIME_SALES'])

/**
 * Walks the index of a ranking's value, and adds collections without it by id: of each as many as can be on the page. Those whose value
 * is unknown are not looked for while the others fill it.
 */
function standingSql(query: CollectionQuery, { column, isCount }: Standing): RawBuilder<RankedCollection> {
  const direction = sql.raw(query.descending ? 'desc' : 'asc')
  const wanted = query.take + (query.offset ?? 0)
  const none = isCount ? sql`0::numeric` : missingSql(query)
  const traded = query.tradedOnly ? TRADED : sql``
  const isShort = sql`(select count(*) from valued) < ${wanted}`
  const parts = [sql`select * from valued`]
  if (!isCount) {
    parts.push(sql`(
      select s.collection_id, ${none} as value from market.collection_stats s
      join chain.current_collections_v2 c on c.collection_id = s.collection_id
      where ${column} is null and ${isShort} ${traded} and ${beyondSql(query, none, sql`s.collection_id`)}
      order by s.collection_id ${direction} limit ${wanted})`)
  }
  if (!query.tradedOnly) {
    parts.push(sql`(
      select n.collection_id, ${none} as value from market.collection_names n
      where not n.has_stats ${isCount ? sql`` : sql`and ${isShort}`} and ${beyondSql(query, none, sql`n.collection_id`)}
      order by n.collection_id ${direction} limit ${wanted})`)
  }
  return sql<RankedCollection>`
    with valued as materialized (
      select s.collection_id, ${column}::numeric as value from market.collection_stats s
      join chain.current_collections_v2 c on c.collection_id = s.collection_id
      where ${column} is not null ${traded} and ${beyondSql(query, column, sql`s.collection_id`)}
      order by ${column} ${direction}, s.collection_id ${direction} limit ${wanted}
    )
    select collection_id as "collectionId", value::text as value from (${sql.join(parts, sql` union all `)}) ranked
    order by ranked.value ${direction}, collection_id ${direction} ${limitSql(query.take, query.offset)}`
}

/** Walks the index of names. */
function namesSql(query: CollectionQuery): RawBuilder<RankedCollection> {
  const direction = sql.raw(query.descending ? 'desc' : 'asc')
  const stats = query.tradedOnly ? sql`join market.collection_stats s on s.collection_id = n.collection_id` : sql``
  return sql<RankedCollection>`
    select n.collection_id as "collectionId", n.folded as value from market.collection_names n ${stats}
    where true ${filters(query)} and ${beyondSql(query, sql`n.folded`, sql`n.collection_id`)}
    order by n.folded ${direction}, n.collection_id ${direction} ${limitSql(query.take, query.offset)}`
}

/** Returns the value of collections without one: it sorts after every real value in either direction. */
function missingSql({ descending }: CollectionQuery): RawBuilder<unknown> {
  return sql.raw(descending ? '(-1e12)::numeric' : '1e38::numeric')
}

/** Returns the condition of the places after the page before. */
function beyondSql(
  { after, ranking, descending }: CollectionQuery,
  value: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (after === undefined) return sql`true`
  const type = sql.raw(ranking === 'NAME' ? 'text' : 'numeric')
  return sql`(${value}, ${id}) ${sql.raw(descending ? '<' : '>')} (${after.value}::${type}, ${after.collectionId})`
}

/**
 * Ranks the moved ones by their values, and adds of the idle ones, whose values are known, as many as can be on the page: by id, whatever
 * their number, and only where the moved ones before them do not fill it.
 */
function rankedSql(query: CollectionQuery): RawBuilder<RankedCollection> {
  const { value, joins, moved, idle } = rankingSql(query, slidingWindows(query.nowMicros))
  const type = sql.raw(query.ranking === 'NAME' ? 'text' : 'numeric')
  const direction = sql.raw(query.descending ? 'desc' : 'asc')
  const better = sql.raw(query.descending ? '>' : '<')
  const wanted = query.take + (query.offset ?? 0)
  const rests = (idle ?? []).map(
    (rest) => sql`union all
      select collection_id, value from (
        select c.collection_id, ${rest.value}::numeric as value from chain.current_collections_v2 c
        left join market.collection_stats s on s.collection_id = c.collection_id
        where ${rest.condition} ${filters(query)} and ${beyondSql(query, sql`${rest.value}::numeric`, sql`c.collection_id`)}
          and c.collection_id not in (select collection_id from moved)
          and (select count(*) from moved where value ${better} ${rest.value}
            and ${beyondSql(query, sql`value`, sql`collection_id`)}) < ${wanted}
        order by c.collection_id ${direction} limit ${wanted}
      ) as first`,
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
    where ${beyondSql(query, sql`value`, sql`collection_id`)}
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
  const missing = missingSql(query)
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
      // Only a collection of which something happened since can have another floor than then, and only one with a floor has a change.
      moved: sql`s.floor_octas is not null and c.collection_id in (select h.collection_id from market.collection_hours h
        where h.hour_micros > ${startMicros}::bigint - 7200000000)`,
      idle: [
        { value: sql`0`, condition: sql`s.floor_octas > 0` },
        { value: missing, condition: sql`(s.floor_octas is null or s.floor_octas = 0)` },
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
        moved: sql`b.buyers >= ${LEAST_BUYERS}`,
        idle: [{ value: missing, condition: sql`true` }],
      }
  }
}

/** Floor now against then, in hundredths of a percent; null when there was none. */
const CHANGE = sql`round((s.floor_octas - back.floor_octas) * 10000 / nullif(back.floor_octas, 0))`

/** Looked up once a collection, however often it is named: that is what the `offset` is for. */
function floorThen(floor: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`left join lateral (select ${floor} as floor_octas offset 0) back on true`
}

/** Buyers within a day without whom a collection is not trending. */
const LEAST_BUYERS = 3

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
