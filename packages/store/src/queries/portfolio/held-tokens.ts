import { type RawBuilder, sql } from 'kysely'
import { LISTED_BY_SELLER } from '../orders/listings.ts'
import { limitSql, type Reader, readRows } from '../read-rows.ts'
import { chosenBySpam, collectionsShown, type HeldTokensFilter, heldWhere } from './held-filter.ts'

/**
 * Orders of a wallet's tokens; `collection` groups them by collection, `value` is the estimate of one item, `floor_distance` is from
 * the floor of the collection to the list price.
 */
export type HeldTokensOrder =
  | 'collection'
  | 'value'
  | 'name'
  | 'rarity'
  | 'listed_price'
  | 'floor_distance'
  | 'listed_at'
  | 'last_sale'
  | 'acquired'

/** A place in a wallet's tokens: the value ordered by as text, then collection and token. */
export interface HeldToken {
  /** Empty in the order `collection`. */
  readonly value: string
  readonly collectionId: string
  readonly tokenDataId: string
  readonly propertyVersion: bigint
}

export interface HeldTokensPage {
  readonly order: HeldTokensOrder
  readonly descending: boolean
  readonly take: number
  readonly offset?: number
  readonly after?: HeldToken
}

/**
 * Finds tokens a wallet holds (in the product's eyes: what a listing holds in escrow is still its seller's), one
 * page in order. Tokens without the value come last in either direction.
 */
export function findHeldTokens(
  reader: Reader,
  filter: HeldTokensFilter,
  page: HeldTokensPage,
): Promise<readonly HeldToken[]> {
  const direction = sql.raw(page.descending ? 'desc' : 'asc')
  return readRows(
    reader,
    sql<HeldToken>`
    select value::text as value, collection as "collectionId", token_data_id as "tokenDataId",
      property_version as "propertyVersion"
    from (${heldSql(filter, page)}) as held ${whereBeyond(page)}
    order by held.value ${direction}, collection ${direction}, token_data_id ${direction}, property_version ${direction}
    ${limitSql(page.take, page.offset)}`,
  )
}

/** Restricts selected tokens with their values to those after the page before. */
function whereBeyond({ order, after, descending }: HeldTokensPage): RawBuilder<unknown> {
  if (after === undefined) return sql``
  return sql`where (value, collection, token_data_id, property_version) ${sql.raw(descending ? '<' : '>')}
        (${after.value}::${sql.raw(TYPES[order])}, ${after.collectionId}, ${after.tokenDataId}, ${after.propertyVersion})`
}

/** Selects held tokens with the value of an order: of some orders only as many as a page needs, since a wallet may hold a hundred thousand. */
function heldSql(filter: HeldTokensFilter, page: HeldTokensPage): RawBuilder<unknown> {
  switch (page.order) {
    case 'collection':
      return heldInOrder(filter, page)
    case 'name':
      return heldByName(filter)
    case 'value':
      return heldByValue(filter, page)
    case 'listed_price':
    case 'floor_distance':
    case 'listed_at':
      return heldByListing(filter, page, LISTED_VALUES[page.order])
    case 'acquired':
      return ofFirstChosen(filter, page, (of) => heldByAcquisition(of, page))
    default: {
      const value = TOKEN_VALUES[page.order]
      return ofFirstChosen(filter, page, (of) => heldByTokenValue(of, page, value))
    }
  }
}

/** Walks the index of a wallet's tokens, and that part of it whose collection is not known: it comes first. @param only further conditions. */
function heldInOrder(
  filter: HeldTokensFilter,
  { after, descending, take, offset = 0 }: Omit<HeldTokensPage, 'order'>,
  only: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const part = (collection: RawBuilder<unknown>, isIn: RawBuilder<unknown>) => {
    const beyond = after
      ? sql`and (${collection}, h.token_data_id, h.property_version) ${sql.raw(descending ? '<' : '>')}
          (${after.collectionId}, ${after.tokenDataId}, ${after.propertyVersion})`
      : sql``
    return sql`(
      select '' as value, ${collection} as collection, h.token_data_id, h.property_version from market.token_holders h
      where ${isIn} and ${heldWhere(filter, true)} ${beyond} ${only}
      order by h.collection_id ${direction}, h.token_data_id ${direction}, h.property_version ${direction} ${limitSql(take + offset)})`
  }
  return sql`${part(sql`''`, sql`h.collection_id is null`)} union all ${part(sql`h.collection_id`, sql`h.collection_id is not null`)}`
}

/** Walks the index of a wallet's tokens by name. */
function heldByName(filter: HeldTokensFilter): RawBuilder<unknown> {
  return sql`
    select h.name_key as value, coalesce(h.collection_id, '') as collection, h.token_data_id, h.property_version
    from market.token_holders h where ${heldWhere(filter, true)}`
}

/** Orders the collections, and walks the tokens of one after the other as far as the page goes. */
function heldByValue(filter: HeldTokensFilter, page: HeldTokensPage): RawBuilder<unknown> {
  const { after, descending, take, offset = 0 } = page
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const { spam: _, ...ofTokens } = filter
  const tokens = (isIn: RawBuilder<unknown>) => sql`(
        select h.token_data_id, h.property_version from market.token_holders h where ${isIn} and ${heldWhere(ofTokens)}
        order by h.token_data_id ${direction}, h.property_version ${direction} ${limitSql(take + offset)})`
  const all = (isIn: RawBuilder<unknown>) => sql`
      ${tokens(sql`h.collection_id = c.collection_id and ${isIn}`)}
      union all
      ${tokens(sql`h.collection_id is null and c.collection_id is null and ${isIn}`)}`
  const [from, held] = after
    ? [
        sql`where (h.value, h.collection) ${sql.raw(descending ? '<=' : '>=')} (${after.value}::numeric, ${after.collectionId})`,
        // The rest of the collection in which the former page ended.
        sql`${all(sql`c.collection <> ${after.collectionId}`)}
      union all
      ${all(sql`c.collection = ${after.collectionId} and (h.token_data_id, h.property_version)
          ${sql.raw(descending ? '<' : '>')} (${after.tokenDataId}, ${after.propertyVersion})`)}`,
      ]
    : [sql``, all(sql`true`)]
  return sql`
    select c.value, c.collection, h.token_data_id, h.property_version
    from (
      select * from (
        select coalesce(h.each, ${missing(page)})::numeric as value, coalesce(h.collection_id, '') as collection, h.collection_id
        from (${collectionsShown(filter)}) h
      ) h ${from}
      order by h.value ${direction}, h.collection ${direction} offset 0
    ) c cross join lateral (${held}) h`
}

/** PostgreSQL type of the value of each order. */
export const TYPES: Readonly<Record<HeldTokensOrder, 'text' | 'numeric'>> = {
  collection: 'text',
  value: 'numeric',
  name: 'text',
  rarity: 'numeric',
  listed_price: 'numeric',
  floor_distance: 'numeric',
  listed_at: 'numeric',
  last_sale: 'numeric',
  acquired: 'numeric',
}

/** Value of tokens without one: it comes last in either direction. */
function missing({ descending }: HeldTokensPage): RawBuilder<unknown> {
  return sql.raw(descending ? '-1' : '1e38')
}

/** An order in which all of a wallet's tokens are compared. */
interface TokenValue {
  /** Value of a token `h`, read in an index alone. */
  readonly value: RawBuilder<unknown>
  /** The values are in the order of the tokens: looked up in it, the pages of the index come one after the other, which the disk reads ahead. */
  readonly isByToken?: boolean
}

const TOKEN_VALUES: Readonly<Record<'rarity' | 'last_sale', TokenValue>> = {
  rarity: {
    value: sql`(select r.rank from market.token_rarity r where r.collection_id = h.collection_id and r.token_data_id = h.token_data_id)`,
  },
  last_sale: {
    value: sql`(select s.price_octas from market.sales s where s.token_data_id = h.token_data_id and not s.is_wash
    order by s.at_micros desc, s.version desc, s.event_index desc limit 1)`,
    isByToken: true,
  },
}

/** Value of a listing `l`. */
const LISTED_VALUES = {
  listed_price: sql`l.price_octas`,
  // In basis points. Only listings that cannot be bought are below the floor.
  floor_distance: sql`(select trunc(greatest(l.price_octas - s.floor_octas, 0) * 10000 / nullif(s.floor_octas, 0))
    from market.collection_stats s where s.collection_id = l.collection_id)`,
  listed_at: sql`l.placed_at_micros`,
}

/**
 * Selects tokens with their values, of the first collections that the choice of spam includes, ordered by their first tokens: as many as the
 * page has rows suffice. A wallet may have thousands of collections, and deciding on one costs a random page of an index. `is true` keeps the
 * planner from turning `in` into a join.
 * @param select selects all tokens, and each value once.
 */
function ofFirstChosen(
  { spam, ...filter }: HeldTokensFilter,
  page: HeldTokensPage,
  select: (filter: HeldTokensFilter) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (spam === undefined || spam === 'include') return select(filter)
  const { descending, take, offset = 0 } = page
  const direction = sql.raw(descending ? 'desc' : 'asc')
  return sql`
    with valued as materialized (select * from (${select(filter)}) valued ${whereBeyond(page)}),
    chosen as materialized (
      select c.collection from (
        select collection, ${sql.raw(descending ? 'max' : 'min')}(value) as first from valued group by collection
        order by first ${direction}, collection ${direction} offset 0
      ) c where ${chosenBySpam(filter.holder, spam, sql`nullif(c.collection, '')`)} ${limitSql(take + offset)}
    )
    select * from valued where (collection in (select collection from chosen)) is true`
}

/** Selects held tokens with a value of each. `offset 0` keeps the planner from evaluating the value twice, for the order and for the condition. */
function heldByTokenValue(
  filter: HeldTokensFilter,
  page: HeldTokensPage,
  { value, isByToken = false }: TokenValue,
): RawBuilder<unknown> {
  return sql`
    select coalesce(${value}, ${missing(page)})::numeric as value, coalesce(h.collection_id, '') as collection, h.token_data_id,
      h.property_version
    from (
      select h.holder, h.collection_id, h.token_data_id, h.property_version from market.token_holders h
      where ${heldWhere(filter)} ${isByToken ? sql`order by h.token_data_id offset 0` : sql``}
    ) h offset 0`
}

/**
 * Orders by the version of each token's newest lot: versions are in the order of time. Holdings and lots are united and grouped, because both
 * are index ranges of the wallet; looking up the lots of each token takes several times as long.
 */
function heldByAcquisition(filter: HeldTokensFilter, page: HeldTokensPage): RawBuilder<unknown> {
  return sql`
    select coalesce(max(acquired_version), ${missing(page)})::numeric as value, coalesce(max(collection_id), '') as collection, token_data_id,
      property_version
    from (
      select null::bigint as acquired_version, h.collection_id, true as is_held, h.token_data_id, h.property_version
      from market.token_holders h where ${heldWhere(filter)}
      union all
      select acquired_version, null, false, token_data_id, property_version
      from market.lots where wallet = ${filter.holder} and released_version is null
    ) either group by token_data_id, property_version having bool_or(is_held)`
}

/**
 * Orders held tokens by one of their listings, those that can be bought first; unlisted tokens are read only if these do not fill the page.
 * Spam is decided in the order of the page: for a wallet with thousands of collections it takes longer than the rest. Holdings and listings
 * are united and grouped: a generic plan of a join would compare each token of a large wallet with all its listings. `is true` keeps the
 * planner from turning `in` into a join.
 */
function heldByListing(
  filter: HeldTokensFilter,
  page: HeldTokensPage,
  listedValue: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { after, descending, take, offset = 0 } = page
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const beyond = (value: RawBuilder<unknown>) =>
    after
      ? sql`and (${value}, coalesce(h.collection_id, ''), h.token_data_id, h.property_version) ${sql.raw(descending ? '<' : '>')}
          (${after.value}::numeric, ${after.collectionId}, ${after.tokenDataId}, ${after.propertyVersion})`
      : sql``
  const unlisted = sql`and (h.token_data_id, h.property_version) not in (select token_data_id, property_version from listed)
      and (select count(*) from shown) < ${take + offset} ${beyond(sql`${missing(page)}::numeric`)}`
  return sql`
    with listed as materialized (
      select * from (
        select distinct on (l.token_data_id, l.property_version) (${listedValue})::numeric as value, l.token_data_id, l.property_version
        from market.listings l where l.seller = ${filter.holder} and ${LISTED_BY_SELLER}
        order by l.token_data_id, l.property_version, l.validity = 'valid' desc, l.price_octas
      ) l where value is not null
    ), held as (
      select max(value) as value, ${filter.holder}::text as holder, 1 as amount, max(collection_id) as collection_id, token_data_id, property_version
      from (
        select value, null as collection_id, false as is_held, token_data_id, property_version from listed
        union all
        select null, h.collection_id, true, h.token_data_id, h.property_version from market.token_holders h
        where h.holder = ${filter.holder} and h.amount > 0
          and ((h.token_data_id, h.property_version) in (select token_data_id, property_version from listed)) is true
      ) either group by token_data_id, property_version having bool_or(is_held)
    ), shown as materialized (
      select h.value, coalesce(h.collection_id, '') as collection, h.token_data_id, h.property_version from (
        select * from held h where true ${beyond(sql`h.value`)}
        order by h.value ${direction}, coalesce(h.collection_id, '') ${direction}, h.token_data_id ${direction}, h.property_version ${direction}
        offset 0
      ) h where ${heldWhere(filter, true)} ${limitSql(take + offset)}
    )
    select * from shown
    union all
    select ${missing(page)}::numeric, collection, token_data_id, property_version
    from (${heldInOrder(filter, { descending, take, offset }, unlisted)}) unlisted`
}
