import { type RawBuilder, sql } from 'kysely'
import { type Reader, readRows } from './read-rows.ts'
import { floorAtSql, volumesSql } from './volume-sql.ts'
import { type SlidingWindows, slidingWindows } from './windows.ts'

/** What collections can be ranked by. */
export type CollectionRanking =
  | 'ALL_TIME_VOLUME'
  | 'THIRTY_D_VOLUME'
  | 'SEVEN_D_VOLUME'
  | 'ONE_D_VOLUME'
  | 'FLOOR_PRICE'
  | 'TOP_BID'
  | 'MARKET_CAP'
  | 'ONE_D_CHANGE'
  | 'SEVEN_D_CHANGE'
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
}

/** A place in the ranking: id and the value it is ranked by, as text. */
export interface RankedCollection {
  readonly collectionId: string
  readonly value: string
}

/** Ids of a page of the ranking. Collections without the figure come last in either order; ties by id. */
export function findCollections(reader: Reader, query: CollectionQuery): Promise<readonly RankedCollection[]> {
  const { value, joins } = rankingSql(query, slidingWindows(query.nowMicros))
  const type = sql.raw(query.ranking === 'NAME' ? 'text' : 'numeric')
  const direction = sql.raw(query.descending ? 'desc' : 'asc')
  const beyond = sql.raw(query.descending ? '<' : '>')
  const after = query.after
    ? sql`where (value, collection_id) ${beyond} (${query.after.value}::${type}, ${query.after.collectionId})`
    : sql``
  return readRows<RankedCollection>(
    reader,
    sql`
    with ranked as (
      select c.collection_id, ${value}::${type} as value
      from chain.current_collections_v2 c
      left join market.collection_stats s on s.collection_id = c.collection_id
      ${joins}
      where true ${filters(query)}
    )
    select collection_id as "collectionId", value::text as value from ranked ${after}
    order by ranked.value ${direction}, collection_id ${direction}
    limit ${query.take} offset ${query.offset ?? 0}`,
  )
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
  return sql.join(parts, sql` `)
}

/** Makes text match itself in LIKE. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`)
}

function rankingSql(
  query: CollectionQuery,
  windows: SlidingWindows,
): { value: RawBuilder<unknown>; joins: RawBuilder<unknown> } {
  // Sorts after every real figure in either direction.
  const missing = sql.raw(query.descending ? '-1e12' : '1e38')
  const figure = (expression: RawBuilder<unknown>) => sql`coalesce(${expression}, ${missing})`
  const volumes = sql`left join (${volumesSql(windows, null)}) v on v.collection_id = c.collection_id`
  const none = sql``
  switch (query.ranking) {
    case 'ALL_TIME_VOLUME':
      return { value: sql`coalesce(s.volume_all_octas, 0)`, joins: none }
    case 'THIRTY_D_VOLUME':
      return { value: sql`coalesce(v.month_octas, 0)`, joins: volumes }
    case 'SEVEN_D_VOLUME':
      return { value: sql`coalesce(v.week_octas, 0)`, joins: volumes }
    case 'ONE_D_VOLUME':
      return { value: sql`coalesce(v.day_octas, 0)`, joins: volumes }
    case 'FLOOR_PRICE':
      return { value: figure(sql`s.floor_octas`), joins: none }
    case 'TOP_BID':
      return { value: figure(sql`s.top_bid_octas`), joins: none }
    case 'MARKET_CAP':
      return { value: figure(sql`s.floor_octas * s.supply`), joins: none }
    case 'ONE_D_CHANGE':
      return { value: figure(changeSql(windows.day.startMicros)), joins: none }
    case 'SEVEN_D_CHANGE':
      return { value: figure(changeSql(windows.week.startMicros)), joins: none }
    case 'OWNERS':
      return { value: sql`coalesce(s.owner_count, 0)`, joins: none }
    case 'SUPPLY':
      return { value: sql`coalesce(s.supply, 0)`, joins: none }
    case 'LISTED':
      return { value: sql`coalesce(s.listed_count, 0)`, joins: none }
    case 'NAME':
      return { value: sql`lower(c.collection_name)`, joins: none }
    case 'TRENDING':
      return { value: figure(TRENDING), joins: sql`${volumes} ${buyers(windows)}` }
  }
}

/** Floor now against then, in hundredths of a percent; null when there was none. */
function changeSql(atMicros: bigint): RawBuilder<unknown> {
  const then = floorAtSql('s.collection_id', atMicros)
  return sql`round((s.floor_octas - ${then}) * 10000 / nullif(${then}, 0))`
}

// @source design decisions: 24 h volume over the mean daily 7 d volume, with at least 3 buyers.
const TRENDING = sql`case when b.buyers >= 3 then round(v.day_octas * 7 * 1000000 / nullif(v.week_octas, 0)) end`

function buyers(windows: SlidingWindows): RawBuilder<unknown> {
  return sql`left join (
    select collection_id, count(distinct buyer) as buyers from market.sales
    where at_micros >= ${windows.day.startMicros} group by collection_id
  ) b on b.collection_id = c.collection_id`
}
