import { type RawBuilder, sql } from 'kysely'
import { LISTED_BY_SELLER } from '../orders/listings.ts'
import { limitSql, type Reader, readRow, readRows } from '../read-rows.ts'
import { type SpamChoice, spamCondition } from './spam.ts'

export interface HeldTokensFilter {
  readonly holder: string
  readonly collectionId?: string
  /** Only these. */
  readonly tokenDataIds?: readonly string[]
  /** Only in this edition. */
  readonly propertyVersion?: bigint
  /** Whether the holder has it listed, also where nothing can be bought any more. */
  readonly listed?: boolean
  /** Only what the holder has listed on one of these, also where nothing can be bought any more. */
  readonly marketplaces?: readonly string[]
  /** Whether spam belongs to it. */
  readonly spam?: SpamChoice
}

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
  const { after } = page
  const type = sql.raw(TYPES[page.order])
  const direction = sql.raw(page.descending ? 'desc' : 'asc')
  const beyond = after
    ? sql`where (value, collection, token_data_id, property_version) ${sql.raw(page.descending ? '<' : '>')}
        (${after.value}::${type}, ${after.collectionId}, ${after.tokenDataId}, ${after.propertyVersion})`
    : sql``
  const held = isOfCollection(page.order) ? heldByCollection(filter, page) : heldByToken(filter, page)
  return readRows(
    reader,
    sql<HeldToken>`
    select value::text as value, collection as "collectionId", token_data_id as "tokenDataId",
      property_version as "propertyVersion"
    from (${held}) as held ${beyond}
    order by held.value ${direction}, collection ${direction}, token_data_id ${direction}, property_version ${direction}
    ${limitSql(page.take, page.offset)}`,
  )
}

function heldByToken(filter: HeldTokensFilter, page: HeldTokensPage): RawBuilder<unknown> {
  return sql`
    select ${figureOf(page)}::${sql.raw(TYPES[page.order])} as value, coalesce(h.collection_id, '') as collection, h.token_data_id,
      h.property_version
    from market.token_holders h where ${where(filter)}`
}

/** Returns whether all tokens of a collection have one value in an order. */
function isOfCollection(order: HeldTokensOrder): boolean {
  return order === 'collection' || order === 'value'
}

/** Orders the collections, and walks the tokens of one after the other as far as the page goes: a wallet may hold a hundred thousand. */
function heldByCollection(filter: HeldTokensFilter, page: HeldTokensPage): RawBuilder<unknown> {
  const { after, descending } = page
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const type = sql.raw(TYPES[page.order])
  const { spam, ...ofTokens } = filter
  const from = after
    ? sql`and (h.value, h.collection) ${sql.raw(descending ? '<=' : '>=')} (${after.value}::${type}, ${after.collectionId})`
    : sql``
  return sql`
    select c.value, c.collection, h.token_data_id, h.property_version
    from (
      select h.* from (
        select ${figureOf(page)}::${type} as value, coalesce(h.collection_id, '') as collection, h.collection_id
        from (${collectionsHeld(filter)}) h
      ) h where ${chosenBySpam(filter.holder, spam, sql`h.collection_id`)} ${from}
      order by h.value ${direction}, h.collection ${direction} offset 0
    ) c cross join lateral (
      select h.token_data_id, h.property_version from market.token_holders h
      where h.collection_id = c.collection_id and ${where(ofTokens)}
      union all
      select h.token_data_id, h.property_version from market.token_holders h
      where c.collection_id is null and h.collection_id is null and ${where(ofTokens)}
    ) h`
}

function collectionsHeld({ holder, collectionId }: HeldTokensFilter): RawBuilder<unknown> {
  const only = collectionId === undefined ? sql`` : sql`and collection_id = ${collectionId}`
  return sql`select distinct collection_id from market.token_holders where holder = ${holder} and amount > 0 ${only}`
}

/** Counts the tokens that {@link findHeldTokens} finds over all pages. */
export async function countHeldTokens(reader: Reader, filter: HeldTokensFilter): Promise<number> {
  const row = await readRow(
    reader,
    sql<{ n: bigint }>`select count(*) as n from market.token_holders h where ${where(filter)}`,
  )
  return Number(row?.n ?? 0n)
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

function figureOf({ order, descending }: HeldTokensPage): RawBuilder<unknown> {
  const missing = sql.raw(descending ? '-1' : '1e38')
  switch (order) {
    case 'collection':
      return sql`''`
    case 'value':
      return sql`coalesce((select greatest(s.floor_octas, s.top_bid_octas) from market.collection_stats s
        where s.collection_id = h.collection_id), ${missing})`
    case 'name':
      return sql`coalesce((select ${paddedName(sql`t.token_name`)} from chain.current_token_datas_v2 t
        where t.token_data_id = h.token_data_id), '') collate "C"`
    case 'rarity':
      return sql`coalesce((select r.rank from market.token_rarity r where r.token_data_id = h.token_data_id), ${missing})`
    case 'listed_price':
      return sql`coalesce(${ofShownListing(sql`l.price_octas`)}, ${missing})`
    case 'floor_distance':
      // In basis points. Nothing lies below the floor but what cannot be bought.
      return sql`coalesce(${ofShownListing(sql`(select trunc(greatest(l.price_octas - s.floor_octas, 0) * 10000 / nullif(s.floor_octas, 0))
        from market.collection_stats s where s.collection_id = h.collection_id)`)}, ${missing})`
    case 'listed_at':
      return sql`coalesce(${ofShownListing(sql`l.placed_at_micros`)}, ${missing})`
    case 'last_sale':
      return sql`coalesce((select s.price_octas from market.sales s where s.token_data_id = h.token_data_id
        order by s.at_micros desc, s.version desc, s.event_index desc limit 1), ${missing})`
    case 'acquired':
      return sql`coalesce((select max(o.acquired_at_micros) from market.lots o where o.wallet = h.holder
        and o.token_data_id = h.token_data_id and o.property_version = h.property_version
        and o.released_version is null), ${missing})`
  }
}

/** Most numbers of a name that are padded: padding 64 numbers in each of 10,000 names takes seconds. */
const MAX_PADDED_NUMBERS = 5

/**
 * Returns a name with its numbers padded to ten digits, which puts "Ape #9" before "Ape #10" and both before "Bee #1"; one with more than
 * {@link MAX_PADDED_NUMBERS} as it is.
 */
function paddedName(name: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${name} ~ ${sql.lit(`(?:[0-9]+[^0-9]+){${MAX_PADDED_NUMBERS}}[0-9]`)} then ${name}
    else regexp_replace(regexp_replace(${name}, '([0-9]+)', '0000000000\\1', 'g'), '0*([0-9]{10})', '\\1', 'g') end`
}

/** The condition on a listing `l` that it is the holder's of the token `h`. */
const OWN_LISTING = sql`l.token_data_id = h.token_data_id and l.property_version = h.property_version and l.seller = h.holder and ${LISTED_BY_SELLER}`

/** Selects a value of the holder's listing `l` that is shown: what can be bought comes first. */
function ofShownListing(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select ${value} from market.listings l where ${OWN_LISTING}
    order by l.validity = 'valid' desc, l.price_octas limit 1)`
}

function where(filter: HeldTokensFilter): RawBuilder<unknown> {
  const parts = [sql`h.holder = ${filter.holder} and h.amount > 0`]
  if (filter.collectionId !== undefined) parts.push(sql`and h.collection_id = ${filter.collectionId}`)
  if (filter.tokenDataIds !== undefined) parts.push(sql`and h.token_data_id = any(${[...filter.tokenDataIds]}::text[])`)
  if (filter.propertyVersion !== undefined) parts.push(sql`and h.property_version = ${filter.propertyVersion}`)
  if (filter.listed !== undefined) {
    const not = filter.listed ? sql`` : sql`not`
    parts.push(sql`and ${not} exists (select from market.listings l where ${OWN_LISTING})`)
  }
  if (filter.marketplaces !== undefined) {
    parts.push(sql`and exists (select from market.listings l where ${OWN_LISTING}
      and l.marketplace = any(${[...filter.marketplaces]}::text[]))`)
  }
  if (filter.spam !== undefined && filter.spam !== 'include') parts.push(ofChosenCollections(filter, filter.spam))
  return sql.join(parts, sql` `)
}

/** Decided once for each collection, not for each token. */
function ofChosenCollections(filter: HeldTokensFilter, spam: SpamChoice): RawBuilder<unknown> {
  const unnamed = spam === 'hide' ? sql`h.collection_id is null or` : sql``
  return sql`and (${unnamed} h.collection_id in (
    select d.collection_id from (${collectionsHeld(filter)}) as d
    where d.collection_id is not null and ${chosenBySpam(filter.holder, spam, sql`d.collection_id`)}
  ))`
}

/** Condition on a collection; one that is not known is no spam. */
function chosenBySpam(holder: string, spam: SpamChoice | undefined, id: RawBuilder<unknown>): RawBuilder<unknown> {
  const chosen = spamCondition(spam, id, holder)
  if (chosen === null) return sql`true`
  return spam === 'hide' ? sql`(${id} is null or (true ${chosen}))` : sql`(${id} is not null ${chosen})`
}

/** A token, or one edition of it. */
export interface NamedEdition {
  readonly tokenDataId: string
  readonly propertyVersion?: bigint | undefined
}

/** A wallet's holding of one token (v1: of one edition) and its cost. */
export interface HeldLots {
  readonly tokenDataId: string
  readonly propertyVersion: bigint
  /** Items held. */
  readonly held: bigint
  /** Octas paid for those of known cost; null when the cost of none is known. */
  readonly costOctas: bigint | null
  /** Items whose cost is unknown. */
  readonly unknownCostCount: bigint
  /** Time of the newest acquisition. */
  readonly acquiredAtMicros: bigint
}

/** Reads count and cost of some tokens, each in one edition, that a wallet holds, unordered; tokens it does not hold are absent. */
export function readHeldLots(
  reader: Reader,
  wallet: string,
  tokens: readonly Pick<HeldToken, 'tokenDataId' | 'propertyVersion'>[],
): Promise<readonly HeldLots[]> {
  return readRows(
    reader,
    sql<HeldLots>`
    select token_data_id as "tokenDataId", property_version as "propertyVersion", sum(amount) as held,
      sum(cost_octas) as "costOctas", coalesce(sum(amount) filter (where cost_octas is null), 0) as "unknownCostCount",
      max(acquired_at_micros) as "acquiredAtMicros"
    from market.lots
    where wallet = ${wallet} and (token_data_id, property_version) in (
        select * from unnest(${tokens.map((one) => one.tokenDataId)}::text[], ${tokens.map((one) => one.propertyVersion)}::numeric[]))
      and released_version is null and not is_in_transit
    group by token_data_id, property_version`,
  )
}

/** An edition of a token that a wallet holds. Tokens of the newer standard have one, version 0. */
export interface HeldEdition {
  readonly tokenDataId: string
  readonly propertyVersion: bigint
  readonly amount: bigint
}

/** Limit of editions of one token, without the named ones: a v1 token may have thousands, and anyone can send some. */
export const EDITIONS_PER_TOKEN = 100

/**
 * Reads a wallet's editions of some tokens, its listings' escrow included: of each token the first hundred and the named ones. Tokens
 * it does not hold are absent.
 */
export function readHeldEditions(
  reader: Reader,
  holder: string,
  tokens: readonly NamedEdition[],
): Promise<readonly HeldEdition[]> {
  const named = tokens.filter(({ propertyVersion }) => propertyVersion !== undefined)
  return readRows(
    reader,
    sql<HeldEdition>`
    select token_data_id as "tokenDataId", property_version as "propertyVersion", amount from (
      select h.* from unnest(${[...new Set(tokens.map(({ tokenDataId }) => tokenDataId))]}::text[]) as asked (id)
      cross join lateral (
        select token_data_id, property_version, amount from market.token_holders
        where token_data_id = asked.id and holder = ${holder} and amount > 0
        order by property_version limit ${EDITIONS_PER_TOKEN}
      ) h
      union
      select h.token_data_id, h.property_version, h.amount
      from unnest(${named.map(({ tokenDataId }) => tokenDataId)}::text[],
        ${named.map(({ propertyVersion }) => propertyVersion)}::numeric[]) as named (id, edition)
      join market.token_holders h on h.token_data_id = named.id and h.property_version = named.edition
        and h.holder = ${holder} and h.amount > 0
    ) held order by token_data_id, property_version`,
  )
}

/** Reads the wallet that holds most of one edition of a token; null where none holds it. */
export async function readEditionHolder(
  reader: Reader,
  tokenDataId: string,
  propertyVersion: bigint,
): Promise<string | null> {
  const row = await readRow(
    reader,
    sql<{ holder: string }>`
    select holder from market.token_holders
    where token_data_id = ${tokenDataId} and property_version = ${propertyVersion} and amount > 0
    order by amount desc, holder limit 1`,
  )
  return row?.holder ?? null
}
