import { type RawBuilder, sql } from 'kysely'
import { escapeLike, limitSql, type Reader, readRows } from '../../read-rows.ts'
import { slidingWindows } from '../../windows.ts'
import {
  beyondIdleSql,
  beyondSql,
  keysOf,
  orderSql,
  pageSql,
  type RankedCollection,
  type RankingPage,
} from './ranking-page-sql.ts'
import {
  type CollectionRanking,
  type Idle,
  missingValue,
  type RankingSql,
  rankingSql,
  storedRankingSql,
} from './ranking-sql.ts'
import { hasStoredWindows, type StoredRanking, soldOfAllTime, storedRanking } from './stored-windows.ts'
import { numericSql } from './tie-sql.ts'

export interface CollectionQuery extends RankingPage {
  readonly nowMicros: bigint
  /** Part of the name. */
  readonly search?: string
  /** Only this wallet's favourites. */
  readonly favouritesOf?: string
  readonly featuredOnly?: boolean
  /** Leaves out collections without a listing, a bid and a sale: on a real network most are. */
  readonly tradedOnly?: boolean
}

/**
 * Finds ids of a page of the ranking. Collections without the value come last in either order.
 * @source docs/product/collections.md#equal-values
 */
export async function findCollections(reader: Reader, query: CollectionQuery): Promise<readonly RankedCollection[]> {
  const { ranking, search, favouritesOf, featuredOnly, isWashOut } = query
  const isOfAll = !search && !favouritesOf && !featuredOnly
  const unwashed = isWashOut ? soldOfAllTime(ranking) : null
  if (isOfAll && unwashed !== null) return readRows(reader, storedSql(query, unwashed))
  const stat = unwashed === null ? INDEXED_STATS[ranking] : undefined
  if (isOfAll && stat !== undefined) return readRows(reader, indexedStatSql(query, stat))
  if (isOfAll && ranking === 'NAME') return readRows(reader, namesSql(query))
  const windows = slidingWindows(query.nowMicros)
  const stored = storedRankingSql(query, windows)
  if (stored === null || !(await hasStoredWindows(reader, query.nowMicros)))
    return readRows(reader, rankedSql(query, rankingSql(query, windows)))
  const indexed = isOfAll ? storedRanking(ranking, windows, isWashOut ?? false) : null
  return readRows(reader, indexed === null ? rankedSql(query, stored) : storedSql(query, indexed))
}

/** The condition that a collection has a listing, a bid or a sale. */
const TRADED = sql`and (s.listed_count > 0 or s.top_bid_octas is not null or s.volume_all_octas > 0)`

/** A value of the stats that has an index with the id. */
interface IndexedStat {
  readonly column: RawBuilder<unknown>
  /** Order among equal values, which the index has between the value and the id. */
  readonly tie?: RawBuilder<unknown>
  /** Whether a collection of which nothing is known has 0, and so comes first where the least do; it comes last otherwise. */
  readonly isCount: boolean
}

const INDEXED_STATS: Partial<Record<CollectionRanking, IndexedStat>> = {
  ALL_TIME_VOLUME: { column: sql`s.volume_all_octas`, isCount: true },
  ALL_TIME_SALES: { column: sql`s.sales_all`, tie: sql`s.volume_all_octas`, isCount: true },
  OWNERS: { column: sql`s.owner_count`, isCount: true },
  SUPPLY: { column: sql`s.supply`, isCount: true },
  LISTED: { column: sql`s.listed_count`, isCount: true },
  FLOOR_PRICE: { column: sql`s.floor_octas`, isCount: false },
  TOP_BID: { column: sql`s.top_bid_octas`, isCount: false },
  MARKET_CAP: { column: sql`(s.floor_octas * s.supply)`, isCount: false },
}

/**
 * Scans the index of a ranking's value, and adds collections without a value by id, both limited to what fits on the page. Collections with an
 * unknown value are read only if the others do not fill it.
 */
function indexedStatSql(query: CollectionQuery, { column, tie, isCount }: IndexedStat): RawBuilder<RankedCollection> {
  const wanted = query.take + (query.offset ?? 0)
  const none = isCount ? 0 : missingValue(query)
  const traded = query.tradedOnly ? TRADED : sql``
  const isShort = sql`(select count(*) from valued) < ${wanted}`
  const parts = [sql`select * from valued`]
  if (!isCount) {
    parts.push(sql`(
      select s.collection_id, ${numericSql(none)} as value, 0::numeric as tie from market.collection_stats s
      join chain.current_collections_v2 c on c.collection_id = s.collection_id
      where ${column} is null and ${isShort} ${traded} and ${beyondIdleSql(query, none, { id: sql`s.collection_id` })}
      ${orderSql(query, sql`s.collection_id`)} ${limitSql(wanted)})`)
  }
  if (!query.tradedOnly) {
    parts.push(sql`(
      select n.collection_id, ${numericSql(none)} as value, 0::numeric as tie from market.collection_names n
      where not n.has_stats ${isCount ? sql`` : sql`and ${isShort}`}
        and ${beyondIdleSql(query, none, { ...(tie && { tie: sql`0::numeric` }), id: sql`n.collection_id` })}
      ${orderSql(query, sql`n.collection_id`)} ${limitSql(wanted)})`)
  }
  const keys = { value: column, ...(tie && { tie }), id: sql`s.collection_id` }
  return sql<RankedCollection>`
    with valued as materialized (
      select s.collection_id, ${column}::numeric as value, ${tie ?? sql`0`}::numeric as tie from market.collection_stats s
      join chain.current_collections_v2 c on c.collection_id = s.collection_id
      where ${column} is not null ${traded} and ${beyondSql(query, keys)} ${orderSql(query, ...keysOf(keys))} ${limitSql(wanted)}
    )
    ${pageSql(query, sql`(${sql.join(parts, sql` union all `)})`)}`
}

/**
 * Scans the index of a ranking's stored values, and adds the few collections whose values differ by now, and those without one, each limited
 * to what fits on the page. Only for these it checks that the collection is indexed.
 */
function storedSql(query: CollectionQuery, stored: StoredRanking): RawBuilder<RankedCollection> {
  const { table, column, isStored, fixes, fixed, isLowered, isSum, tie, isIdleByVolume } = stored
  const wanted = query.take + (query.offset ?? 0)
  const none = isSum ? 0 : missingValue(query)
  const comesFirst = isSum && !query.descending
  // Lateral: in a plain join the planner, which cannot estimate the number of corrected collections, reads the stats of all.
  const stats = (id: RawBuilder<unknown>) =>
    sql`left join lateral (select * from market.collection_stats where collection_id = ${id} limit 1) s on true`
  const traded = query.tradedOnly ? TRADED : sql``
  const walked = { value: column, ...(tie?.column && { tie: tie.column }), id: sql`stored_values.collection_id` }
  // If the walked collections fill the page, none on it is below the last of them.
  const isBounded = isLowered && query.descending
  const isHigh = isBounded
    ? sql`and ${column} >= (select case when count(*) = ${wanted} then min(value) else 0 end from walked)`
    : sql``
  const corrected = { value: sql`value`, ...(tie && { tie: sql`tie` }), id: sql`collection_id` }
  const isIdle = (id: RawBuilder<unknown>) => sql`
    not exists (select from ${table} stored_values where stored_values.collection_id = ${id} and ${isStored})
    and ${id} not in (select collection_id from fixes)
    and ${comesFirst ? sql`true` : sql`(select count(*) from walked) < ${wanted}`}`
  return sql<RankedCollection>`
    with fixes as materialized (${fixes}), walked as materialized (
      select stored_values.collection_id, ${column}::numeric as value, ${tie?.column ?? sql`0`}::numeric as tie from ${table} stored_values
      join chain.current_collections_v2 c on c.collection_id = stored_values.collection_id ${query.tradedOnly ? stats(sql`c.collection_id`) : sql``}
      where ${isStored} and stored_values.collection_id not in (select collection_id from fixes) ${traded} and ${beyondSql(query, walked)}
      ${orderSql(query, ...keysOf(walked))} ${limitSql(wanted)}
    )
    ${pageSql(
      query,
      sql`(
      select * from walked
      union all
      (select corrected.* from (
        select * from (
          select fixes.collection_id, coalesce(${fixed}, ${numericSql(none)})::numeric as value, (${tie?.fixed ?? sql`0`})::numeric as tie
          from fixes
          left join ${table} stored_values on stored_values.collection_id = fixes.collection_id ${stats(sql`fixes.collection_id`)}
          where true ${isHigh} ${traded} offset 0
        ) valued where ${beyondSql(query, corrected)} ${orderSql(query, ...keysOf(corrected))} offset 0
      ) corrected
      cross join lateral (select from chain.current_collections_v2 where collection_id = corrected.collection_id limit 1) c
      ${orderSql(query, ...keysOf(corrected))} ${limitSql(wanted)})
      ${idleSql(query, { value: none, condition: sql`true`, isByVolume: isIdleByVolume }, isIdle)}
    )`,
    )}`
}

/** Walks the index of names. */
function namesSql(query: CollectionQuery): RawBuilder<RankedCollection> {
  const stats = query.tradedOnly ? sql`join market.collection_stats s on s.collection_id = n.collection_id` : sql``
  const keys = { value: sql`n.folded`, id: sql`n.collection_id` }
  return sql<RankedCollection>`
    select n.collection_id as "collectionId", n.folded as value, '0' as tie from market.collection_names n ${stats}
    where true ${filters(query)} and ${beyondSql(query, keys)}
    ${orderSql(query, ...keysOf(keys))} ${limitSql(query.take, query.offset)}`
}

/**
 * Ranks the moved ones by their values, and adds of the idle ones, whose values are known, as many as can be on the page: whatever
 * their number, and only where the moved ones before them do not fill it.
 */
function rankedSql(
  query: CollectionQuery,
  { fixes, value, tie, joins, moved, idle }: RankingSql,
): RawBuilder<RankedCollection> {
  const type = sql.raw(query.ranking === 'NAME' ? 'text' : 'numeric')
  const better = sql.raw(query.descending ? '>' : '<')
  const wanted = query.take + (query.offset ?? 0)
  const isBeyond = beyondSql(query, { value: sql`value`, tie: sql`tie`, id: sql`collection_id` })
  const rests = (idle ?? []).map((rest) =>
    idleSql(
      query,
      rest,
      (id) => sql`${id} not in (select collection_id from moved)
        and (select count(*) from moved where value ${better} ${numericSql(rest.value)} and ${isBeyond}) < ${wanted}`,
    ),
  )
  return sql<RankedCollection>`
    with ${fixes === undefined ? sql`` : sql`fixes as materialized (${fixes}),`} moved as materialized (
      select c.collection_id, ${value}::${type} as value, (${tie ?? sql`0`})::numeric as tie
      from chain.current_collections_v2 c
      left join market.collection_stats s on s.collection_id = c.collection_id
      ${joins}
      where ${moved ?? sql`true`} ${filters(query)}
    ), placed as (select * from moved where ${isBeyond} ${sql.join(rests, sql` `)})
    ${pageSql(query, sql`placed`)}`
}

/**
 * Returns as many idle collections as can be on the page, to be added with `union all`.
 * @param isIdle condition that a collection is among them, by its id.
 */
function idleSql(
  query: CollectionQuery,
  { value, condition, isByVolume }: Idle,
  isIdle: (id: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const wanted = query.take + (query.offset ?? 0)
  const id = sql`c.collection_id`
  const all = sql`where ${condition} and ${isIdle(id)} ${filters(query)}`
  if (!isByVolume) {
    return sql`union all (
      select ${id}, ${numericSql(value)} as value, 0::numeric as tie from chain.current_collections_v2 c
      left join market.collection_stats s on s.collection_id = ${id}
      ${all} and ${beyondIdleSql(query, value, { id })} ${orderSql(query, id)} ${limitSql(wanted)})`
  }
  // The index of volumes has every collection that has stats; the others have no volume.
  const [volume, statsId] = [sql`s.volume_all_octas`, sql`s.collection_id`]
  const beyond = beyondIdleSql(query, value, { tie: volume, id: statsId })
  const known = sql`union all (
    select ${statsId}, ${numericSql(value)} as value, ${volume}::numeric as tie from market.collection_stats s
    join chain.current_collections_v2 c on ${id} = ${statsId}
    ${all} and ${beyond} ${orderSql(query, volume, statsId)} ${limitSql(wanted)})`
  if (query.tradedOnly) return known
  const nameId = sql`n.collection_id`
  return sql`${known} union all (
    select ${nameId}, ${numericSql(value)} as value, 0::numeric as tie from market.collection_names n
    join chain.current_collections_v2 c on ${id} = ${nameId}
    where not n.has_stats and ${condition} and ${isIdle(id)} ${filters(query)}
      and ${beyondIdleSql(query, value, { tie: sql`0::numeric`, id: nameId })} ${orderSql(query, nameId)} ${limitSql(wanted)})`
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
