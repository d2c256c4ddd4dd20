import { type RawBuilder, sql } from 'kysely'
import { limitSql, type Reader, readRows } from '../read-rows.ts'
import {
  cheapestWhere,
  isOfListingsOnly,
  needsListing,
  openListing,
  pricesWhere,
  type TokenConditions,
  type TokenFilter,
  tokenWhere,
} from './token-filter.ts'

export type TokenOrder = 'price_asc' | 'price_desc' | 'listed_desc' | 'name_asc' | 'last_sale_desc'

/**
 * A place in a tokens page. The orders by listing go through the listed tokens first (phase `listed`, keyed by price or time),
 * then through the rest by id (phase `rest`); the other orders have the one phase `all`.
 */
export interface TokenPlace {
  readonly phase: 'listed' | 'rest' | 'all'
  /** Value the phase is ordered by, as text; empty in phase `rest`. */
  readonly value: string
  readonly tokenDataId: string
}

export interface TokenPageQuery {
  readonly filter: TokenFilter
  readonly order: TokenOrder
  readonly take: number
  readonly after?: TokenPlace
  readonly offset?: number
}

/** Finds ids of a page of a collection's tokens, in order. Burned tokens are left out. */
export function findCollectionTokens(reader: Reader, query: TokenPageQuery): Promise<readonly TokenPlace[]> {
  const isByListing = query.order !== 'name_asc' && query.order !== 'last_sale_desc'
  const named = isByListing ? namedSql(query.filter, MAX_NAMED) : null
  const tables = named === null ? sql`` : sql`with ${named}`
  return readRows(reader, sql<TokenPlace>`${tables} ${placesSql(query)}`)
}

/**
 * Returns the tables that {@link placesSql} and {@link countSql} share, null where they read none: `named` has the tokens of a name, as many as
 * matter, and `names` the number `n` of them. A large collection is looked through once for both.
 */
export function namedSql(filter: TokenFilter, most: number = MAX_COUNT): RawBuilder<unknown> | null {
  if (isOfListingsOnly(filter)) return null
  return sql`named as materialized (
      select t.token_data_id from chain.current_token_datas_v2 t
      where t.collection_id = ${filter.collectionId} ${tokenWhere(filter)} limit ${sql.lit(most + 1)}
    ), names as materialized (select count(*) as n from named)`
}

/** Returns the statement behind {@link findCollectionTokens} but for {@link namedSql}, for statements that show more of each token. */
export function placesSql(query: TokenPageQuery): RawBuilder<TokenPlace> {
  if (query.order === 'name_asc') return namesSql(query)
  if (query.order === 'last_sale_desc') return lastSalesSql(query)
  const { filter, after, take, offset = 0 } = query
  const wantsListed = filter.listed !== false && after?.phase !== 'rest'
  const wantsRest = filter.listed !== true && filter.minOctas === undefined && filter.maxOctas === undefined
  if (!wantsRest || filter.marketplace !== undefined)
    return wantsListed ? listedSql(query, query.order, offset, take) : NOTHING
  if (!wantsListed) return restSql(query, offset, take)
  // PostgreSQL runs the second part only if the first ends within the page.
  return sql<TokenPlace>`
    (${listedSql(query, query.order, 0, offset + take)}) union all (${restSql(query, 0, offset + take)})
    ${limitSql(take, offset)}`
}

type ListingOrder = 'price_asc' | 'price_desc' | 'listed_desc'

const NOTHING = sql<TokenPlace>`select 'listed' as phase, '' as value, '' as "tokenDataId" where false`

/** Most tokens of a name that are looked up among the listed ones. Where more have it, listings in their order fill a page quickly. */
const MAX_NAMED = 5_000

function listedSql(query: TokenPageQuery, order: ListingOrder, offset: number, take: number): RawBuilder<TokenPlace> {
  const { filter } = query
  if (isOfListingsOnly(filter)) return listingsSql(query, order, limitSql(take, offset))
  const walked = {
    from: sql`market.listings l ${TOKEN_OF_LISTING}`,
    only: sql`${cheapestWhere(filter)} ${tokenWhere(filter)} and (select n from names) > ${sql.lit(MAX_NAMED)}`,
  }
  const found = {
    // Lateral: a plain join would read all listings of the collection for a few tokens.
    from: sql`named cross join lateral (
      select l.* from market.listings l where l.token_data_id = named.token_data_id and ${openListing('l', filter)}
      order by l.price_octas, l.marketplace, l.listing_id limit 1
    ) l`,
    only: sql`${pricesWhere(filter)} and (select n from names) <= ${sql.lit(MAX_NAMED)}`,
  }
  const direction = directionOf(order)
  // Only one of the two parts runs. For a rare name, walking the listings in order would look up the token of each.
  return sql<TokenPlace>`
    select * from (
      (${listingsSql(query, order, limitSql(take + offset), found)}) union all (${listingsSql(query, order, limitSql(take + offset), walked)})
    ) either order by value::numeric ${direction}, "tokenDataId" ${direction} ${limitSql(take, offset)}`
}

function directionOf(order: ListingOrder): RawBuilder<unknown> {
  return sql.raw(order === 'price_asc' ? 'asc' : 'desc')
}

function listingsSql(
  { filter, after }: TokenPageQuery,
  order: ListingOrder,
  limit: RawBuilder<unknown>,
  { from, only }: { readonly from: RawBuilder<unknown>; readonly only: RawBuilder<unknown> } = {
    from: sql`market.listings l`,
    only: cheapestWhere(filter),
  },
): RawBuilder<TokenPlace> {
  const value = sql.ref(order === 'listed_desc' ? 'l.placed_at_micros' : 'l.price_octas')
  const direction = directionOf(order)
  const beyond =
    after === undefined
      ? sql``
      : sql`and (${value}, l.token_data_id) ${sql.raw(order === 'price_asc' ? '>' : '<')} (${after.value}::numeric, ${after.tokenDataId})`
  return sql<TokenPlace>`
    select 'listed' as phase, ${value}::text as value, l.token_data_id as "tokenDataId"
    from ${from}
    where l.collection_id = ${filter.collectionId} ${only} ${beyond}
    order by ${value} ${direction}, l.token_data_id ${direction}
    ${limit}`
}

const TOKEN_OF_LISTING = sql`join chain.current_token_datas_v2 t on t.token_data_id = l.token_data_id`

function restSql({ filter, after }: TokenPageQuery, offset: number, take: number): RawBuilder<TokenPlace> {
  const beyond = after?.phase === 'rest' ? sql`and t.token_data_id > ${after.tokenDataId}` : sql``
  return sql<TokenPlace>`
    select 'rest' as phase, '' as value, t.token_data_id as "tokenDataId"
    from chain.current_token_datas_v2 t
    where t.collection_id = ${filter.collectionId} ${tokenWhere(filter)} ${beyond}
      and not exists (select from market.listings l
        where l.token_data_id = t.token_data_id and l.state = 'open' and l.validity = 'valid')
    order by t.token_data_id ${limitSql(take, offset)}`
}

/** Puts shorter names first, "Ape #9" before "Ape #10": the padded length and the name. */
const NAME_KEY = sql`lpad(length(t.token_name)::text, 4, '0') || t.token_name`
/** As much of it as the index `tokens_by_name` holds. */
const INDEXED_NAME = sql`("left"(${NAME_KEY}, 200) collate "C")`
/**
 * The collection as that index alone has it: by another one, a plan for any collection would read and sort all tokens of a large one. Those of a
 * name are found in the index that has the names, or each token of the collection would be looked up for its own.
 */
const collectionIn = (filter: TokenFilter) => (filter.name ? sql`t.collection_id` : sql`(t.collection_id collate "C")`)

function namesSql({ filter, after, take, offset }: TokenPageQuery): RawBuilder<TokenPlace> {
  const value = sql`(${NAME_KEY} collate "C")`
  const beyond = after
    ? sql`and ${INDEXED_NAME} >= "left"(${after.value}::text, 200) and (${value}, t.token_data_id) > (${after.value}::text, ${after.tokenDataId})`
    : sql``
  return sql<TokenPlace>`
    select 'all' as phase, ${value} as value, t.token_data_id as "tokenDataId" from chain.current_token_datas_v2 t
    where ${collectionIn(filter)} = ${filter.collectionId} ${tokenWhere(filter)} ${listedCondition(filter)} ${beyond}
    order by ${INDEXED_NAME}, ${value}, t.token_data_id ${limitSql(take, offset)}`
}

/**
 * Walks the sales of a collection from the last one on, without wash trades, and takes those that are their token's last; then, where these do not fill the page,
 * its tokens without a sale, at 0, by id. A large collection has far more tokens than a page. The limits of one have each sale's token and
 * later sales looked up, in the order of the index, whatever the server expects of their number.
 */
function lastSalesSql({ filter, after, take, offset = 0 }: TokenPageQuery): RawBuilder<TokenPlace> {
  const wanted = limitSql(take + offset)
  const tokens = sql`t.collection_id = ${filter.collectionId} ${tokenWhere(filter)} ${listedCondition(filter)}`
  const beyond = (value: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    after ? sql`and (${value}, ${id}) < (${after.value}::bigint, ${after.tokenDataId})` : sql``
  return sql<TokenPlace>`
    with sold as materialized (
      select s.at_micros as value, t.token_data_id from market.sales s
      cross join lateral (
        select t.token_data_id from chain.current_token_datas_v2 t where t.token_data_id = s.token_data_id and ${tokens} limit 1
      ) t
      where s.collection_id = ${filter.collectionId} and not s.is_wash ${beyond(sql`s.at_micros`, sql`s.token_data_id`)}
        and (select true from market.sales later where later.token_data_id = s.token_data_id
          and later.collection_id = s.collection_id and not later.is_wash
          and (later.at_micros, later.version, later.event_index) > (s.at_micros, s.version, s.event_index) limit 1) is null
      order by s.at_micros desc, s.token_data_id desc ${wanted}
    ), unsold as (
      select 0::bigint as value, t.token_data_id from chain.current_token_datas_v2 t
      where ${tokens} ${beyond(sql`0::bigint`, sql`t.token_data_id`)} and (select count(*) from sold) < ${take + offset}
        and not exists (select from market.sales s
          where s.token_data_id = t.token_data_id and s.collection_id = t.collection_id and not s.is_wash)
      order by t.token_data_id desc ${wanted}
    )
    select 'all' as phase, value::text as value, token_data_id as "tokenDataId"
    from (select * from sold union all select * from unsold) as found
    order by found.value desc, token_data_id desc ${limitSql(take, offset)}`
}

/** Writes the condition that the token is, or is not, listed within the filter's price and marketplace. */
function listedCondition(filter: TokenConditions): RawBuilder<unknown> {
  const isOfListed = needsListing(filter)
  if (!isOfListed && filter.listed === undefined) return sql``
  // Unlisted tokens have no price and no marketplace.
  if (isOfListed && filter.listed === false) return sql`and false`
  const listed = sql`exists (select from market.listings l where l.token_data_id = t.token_data_id ${cheapestWhere(filter)})`
  return isOfListed ? sql`and ${listed}` : sql`and not ${listed}`
}

/** Limit of counting: one more than ten thousand means "more than ten thousand". */
export const MAX_COUNT = 10_001

/** A filter that need not name its collection yet. */
type CountedFilter = TokenConditions & { readonly collectionId: string | RawBuilder<unknown> }

/** Returns the statement that counts matching tokens, up to {@link MAX_COUNT}, but for {@link namedSql}; as one value. */
export function countSql(filter: CountedFilter): RawBuilder<unknown> {
  const isOfNames = !isOfListingsOnly(filter) && filter.listed === undefined && !asksForListed(filter)
  if (isOfNames) return sql`select least(n, ${sql.lit(MAX_COUNT)}) as n from names`
  return sql`select count(*) as n from (${matching(filter)}) as matching`
}

function matching(filter: CountedFilter): RawBuilder<unknown> {
  const limit = limitSql(MAX_COUNT)
  if (!asksForListed(filter))
    return sql`select from chain.current_token_datas_v2 t
    where t.collection_id = ${filter.collectionId} ${tokenWhere(filter)} ${listedCondition(filter)} ${limit}`
  if (isOfListingsOnly(filter)) return listedTokens(filter, limit)
  // Both sides are limited to the collection: a generic plan of a join would read the listings of the whole market, or look up each listed token.
  const all = sql`(select t.token_data_id from chain.current_token_datas_v2 t where t.collection_id = ${filter.collectionId} ${tokenWhere(filter)} offset 0)`
  const part = (tokens: RawBuilder<unknown>, compared: RawBuilder<unknown>) => sql`(
        select from ${tokens} found where (select n from names) ${compared} ${sql.lit(MAX_COUNT)}
          and found.token_data_id in (${listedTokens(filter)}) ${limit})`
  return sql`${part(sql`named`, sql`<=`)} union all ${part(all, sql`>`)}`
}

function asksForListed(filter: TokenConditions): boolean {
  return needsListing(filter) && filter.listed !== false
}

function listedTokens(
  { collectionId, minOctas, maxOctas, ...there }: CountedFilter,
  limit: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  const most = maxOctas === undefined ? sql`` : sql`having min(price_octas) <= ${maxOctas}`
  const least =
    minOctas === undefined
      ? sql``
      : sql`${maxOctas === undefined ? sql`having` : sql`and`} min(price_octas) >= ${minOctas}`
  return sql`select token_data_id from market.listings l
    where collection_id = ${collectionId} and ${openListing('l', there)}
    group by token_data_id ${most} ${least} ${limit}`
}
