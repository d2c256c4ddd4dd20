import { type RawBuilder, sql } from 'kysely'
import { escapeLike, limitSql, type Reader, readRows } from '../read-rows.ts'
import { slidingWindows } from '../windows.ts'
import {
  type CollectionRanking,
  missingSql,
  type RankingQuery,
  type RankingSql,
  rankingSql,
  storedRankingSql,
} from './ranking-sql.ts'
import { hasStoredWindows, type StoredRanking, soldOfAllTime, storedRanking } from './stored-windows.ts'

export interface CollectionQuery extends RankingQuery {
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
}

/** A place in the ranking: id and the value it is ranked by, as text. */
export interface RankedCollection {
  readonly collectionId: string
  readonly value: string
}

/** Finds ids of a page of the ranking. Collections without the value come last in either order; ties by id. */
export async function findCollections(reader: Reader, query: CollectionQuery): Promise<readonly RankedCollection[]> {
  const { ranking, search, favouritesOf, featuredOnly, isWashOut } = query
  const isOfAll = !search && !favouritesOf && !featuredOnly
  const unwashed = isWashOut ? soldOfAllTime(ranking) : null
  if (isOfAll && unwashed !== null) return readRows(reader, storedSql(query, unwashed))
  const standing = unwashed === null ? STANDING[ranking] : undefined
  if (isOfAll && standing !== undefined) return readRows(reader, standingSql(query, standing))
  if (isOfAll && ranking === 'NAME') return readRows(reader, namesSql(query))
  const windows = slidingWindows(query.nowMicros)
  const stored = storedRankingSql(query, windows)
  if (stored === null || !(await hasStoredWindows(reader, query.nowMicros)))
    return readRows(reader, rankedSql(query, rankingSql(query, windows)))
  const indexed = isOfAll ? storedRanking(ranking, windows, isWashOut ?? false) : null
  return readRows(reader, indexed === null ? rankedSql(query, stored) : storedSql(query, indexed))
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

/**
 * Walks the index of a ranking's stored values, and adds the collections whose values are others, which are few, and those without one, by
 * id: of each as many as can be on the page.
 */
function storedSql(query: CollectionQuery, stored: StoredRanking): RawBuilder<RankedCollection> {
  const { table, column, isStored, fixes, fixed, isSum } = stored
  const direction = sql.raw(query.descending ? 'desc' : 'asc')
  const wanted = query.take + (query.offset ?? 0)
  const limit = limitSql(wanted)
  const none = isSum ? sql`0::numeric` : missingSql(query)
  const comesFirst = isSum && !query.descending
  const stats = sql`left join market.collection_stats s on s.collection_id = c.collection_id`
  const traded = query.tradedOnly ? TRADED : sql``
  return sql<RankedCollection>`
    with fixes as materialized (${fixes}), walked as materialized (
      select stored_values.collection_id, ${column}::numeric as value from ${table} stored_values
      join chain.current_collections_v2 c on c.collection_id = stored_values.collection_id ${query.tradedOnly ? stats : sql``}
      where ${isStored} and stored_values.collection_id not in (select collection_id from fixes) ${traded}
        and ${beyondSql(query, column, sql`stored_values.collection_id`)}
      order by ${column} ${direction}, stored_values.collection_id ${direction} ${limit}
    )
    select collection_id as "collectionId", value::text as value from (
      select * from walked
      union all
      select collection_id, value from (
        select c.collection_id, coalesce(${fixed}, ${none})::numeric as value from fixes
        join chain.current_collections_v2 c on c.collection_id = fixes.collection_id
        left join ${table} stored_values on stored_values.collection_id = c.collection_id ${stats}
        where true ${traded} offset 0
      ) corrected where ${beyondSql(query, sql`value`, sql`collection_id`)}
      union all (
        select c.collection_id, ${none} as value from chain.current_collections_v2 c
        ${query.tradedOnly ? stats : sql``}
        where not exists (select from ${table} stored_values where stored_values.collection_id = c.collection_id and ${isStored})
          and c.collection_id not in (select collection_id from fixes) ${traded}
          and ${beyondSql(query, none, sql`c.collection_id`)}
          and ${comesFirst ? sql`true` : sql`(select count(*) from walked) < ${wanted}`}
        order by c.collection_id ${direction} ${limit}
      )
    ) as ranked
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
function rankedSql(
  query: CollectionQuery,
  { fixes, value, joins, moved, idle }: RankingSql,
): RawBuilder<RankedCollection> {
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
    with ${fixes === undefined ? sql`` : sql`fixes as materialized (${fixes}),`} moved as materialized (
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
