import { ACTIVITY_KINDS, SALE_KINDS } from '@opal/domain/live/activity-kinds'
import { type RawBuilder, sql } from 'kysely'
import { primaryNamesSql } from '../names.ts'
import { limitSql, type Reader, readRows } from '../read-rows.ts'
import { joinListItem } from '../tokens/token-list-items.ts'

/** One thing that happened, with the names and images a list shows. Amounts in octas. */
export interface ActivityRow {
  readonly version: bigint
  readonly eventIndex: number
  readonly kind: string
  readonly marketplace: string | null
  readonly collectionId: string | null
  readonly collectionName: string | null
  /** Null, like the name, when the collection has not been seen. */
  readonly tokenStandard: 'v1' | 'v2' | null
  readonly tokenDataId: string | null
  readonly tokenName: string | null
  /** Image of the token, or of the collection where no token is named. */
  readonly tokenImage: string | null
  readonly fromAddress: string | null
  /** Its primary `.apt` name; of the other side, too. */
  readonly fromName: string | null
  readonly toAddress: string | null
  readonly toName: string | null
  readonly priceOctas: bigint | null
  readonly amount: bigint | null
  readonly orderId: string | null
  readonly atMicros: bigint
  readonly transactionHash: string | null
}

export interface ActivityQuery {
  /** All when left out. */
  readonly kinds?: readonly string[]
  readonly collectionIds?: readonly string[]
  readonly tokenDataId?: string
  readonly wallet?: string
  readonly marketplace?: string
  /** At or before this chain time. */
  readonly untilMicros?: bigint
  /** At or after this chain time. */
  readonly sinceMicros?: bigint
  readonly take: number
  readonly offset?: number
  /** The last row of the page before. */
  readonly after?: { readonly version: bigint; readonly eventIndex: number }
}

/** Reads a page of activities, newest first. */
export function readActivities(
  reader: Reader,
  query: ActivityQuery,
  nowMicros: bigint,
): Promise<readonly ActivityRow[]> {
  const [only, ...others] = query.collectionIds ?? []
  return readRows(reader, withNames(pageSql(query), nowMicros, others.length === 0 ? (only ?? null) : null))
}

/** Reads activities by their places, newest first; unknown ones are left out. */
export function readActivitiesAt(
  reader: Reader,
  places: readonly { version: bigint; eventIndex: number }[],
  nowMicros: bigint,
): Promise<readonly ActivityRow[]> {
  if (places.length === 0) return Promise.resolve([])
  const page = sql`
    select a.* from market.activities a
    join unnest(${places.map((p) => String(p.version))}::bigint[], ${places.map((p) => p.eventIndex)}::int[]) as p(version, event_index)
      using (version, event_index)`
  return readRows(reader, withNames(page, nowMicros))
}

const NEWEST = sql`order by version desc, event_index desc`

/** Newest activities of a wallet, on each side, among which its last trade is looked for. */
const RECENT_ACTIVITIES = 200

/** Reads the newest trade of each of some wallets, newest first; a wallet without one among its newest activities has none. */
export function readLastTrades(
  reader: Reader,
  wallets: readonly string[],
  nowMicros: bigint,
): Promise<readonly ActivityRow[]> {
  const recent = (side: RawBuilder<unknown>) => sql`
    select version, event_index from (
      select version, event_index, kind from market.activities where ${side} = wanted.address ${NEWEST} ${limitSql(RECENT_ACTIVITIES)}
    ) as recent where kind in (${sql.join(SALE_KINDS.map((kind) => sql.lit(kind)))})`
  const places = sql`
    select distinct last.version, last.event_index from unnest(${[...wallets]}::text[]) as wanted (address)
    cross join lateral (
      select * from (${recent(sql`from_address`)} union all ${recent(sql`to_address`)}) as found ${NEWEST} limit 1
    ) as last`
  return readRows(reader, withNames(rowsAt(places), nowMicros))
}

/**
 * Selects a page from one or several sources, each an index scan from its newest row on: one for each side of a wallet, for each collection
 * and, where only some kinds or one marketplace are wanted, for each kind, because rare ones may be behind millions of others.
 */
function pageSql(query: ActivityQuery): RawBuilder<unknown> {
  const { take, offset = 0 } = query
  if (isInIndexAlone(query)) return rowsAt(placesSql(query))
  const source = (condition: RawBuilder<unknown>) => sql`
    select * from market.activities where ${condition} ${rest(query)} ${NEWEST} ${limitSql(take + offset)}`
  return sql`select * from (${sources(query, source)}) as found ${NEWEST} ${limitSql(take, offset)}`
}

/**
 * Returns whether a page selects some of the activities of a wallet or a token, which may have any number. Their indexes include all columns of
 * the filters, so an index-only scan skips the others without reading their rows. Without a filter, only the rows of the page are read.
 */
function isInIndexAlone(query: ActivityQuery): boolean {
  const { wallet, tokenDataId, kinds, collectionIds, marketplace, untilMicros, sinceMicros } = query
  if (tokenDataId !== undefined) return wallet === undefined && collectionIds === undefined
  return (
    wallet !== undefined &&
    [kinds, collectionIds, marketplace, untilMicros, sinceMicros].some((one) => one !== undefined)
  )
}

/** Selects the places of a page. One where a wallet is on both sides is found on both. */
function placesSql(query: ActivityQuery): RawBuilder<unknown> {
  const { wallet, tokenDataId, take, offset = 0 } = query
  const side = (isOn: RawBuilder<unknown>) => sql`(
      select version, event_index from market.activities where ${isOn} and ${ofKinds(query)} ${within(query)} ${rest(query)}
      ${NEWEST} ${limitSql(take + offset)})`
  const sides =
    tokenDataId === undefined
      ? sql`${side(sql`from_address = ${wallet}`)} union ${side(sql`to_address = ${wallet}`)}`
      : side(sql`token_data_id = ${tokenDataId}`)
  return sql`select * from (${sides}) as either ${NEWEST} ${limitSql(take, offset)}`
}

/** Selects the activities at some places. */
function rowsAt(places: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select a.* from (${places}) as place
    cross join lateral (
      select * from market.activities where version = place.version and event_index = place.event_index limit 1
    ) a`
}

type Source = (condition: RawBuilder<unknown>) => RawBuilder<unknown>

function sources(query: ActivityQuery, source: Source): RawBuilder<unknown> {
  const { wallet, collectionIds, tokenDataId, kinds, marketplace } = query
  if (tokenDataId !== undefined)
    return source(sql`token_data_id = ${tokenDataId} and ${ofKinds(query)} ${within(query)}`)
  if (wallet !== undefined) {
    const from = source(sql`from_address = ${wallet}`)
    // A row where the wallet is on both sides is in the first only.
    const to = source(sql`to_address = ${wallet} and from_address is distinct from ${wallet}`)
    return sql`(${from}) union all (${to})`
  }
  if (collectionIds !== undefined) return ofCollections(collectionIds, kinds, source)
  const only = marketplace === undefined ? kinds : (kinds ?? ACTIVITY_KINDS)
  if (only === undefined) return source(sql`true`)
  return sql`select a.* from unnest(${[...only]}::text[]) as k(kind) cross join lateral (${source(sql`kind = k.kind`)}) a`
}

function ofCollections(ids: readonly string[], kinds: readonly string[] | undefined, source: Source) {
  const [only] = ids
  if (ids.length === 1 && kinds === undefined) return source(sql`collection_id = ${only}`)
  const each = sql`unnest(${[...ids]}::text[]) as c(id)`
  if (kinds === undefined) {
    return sql`select a.* from ${each} cross join lateral (${source(sql`collection_id = c.id`)}) a`
  }
  return sql`select a.* from ${each} cross join unnest(${[...kinds]}::text[]) as k(kind)
    cross join lateral (${source(sql`collection_id = c.id and kind = k.kind`)}) a`
}

function ofKinds({ kinds }: ActivityQuery): RawBuilder<unknown> {
  return kinds === undefined ? sql`true` : sql`kind = any(${[...kinds]}::text[])`
}

/** Restricts the activities of a wallet or a token to some collections. */
function within({ collectionIds }: ActivityQuery): RawBuilder<unknown> {
  return collectionIds === undefined ? sql`` : sql`and collection_id = any(${[...collectionIds]}::text[])`
}

function rest(query: ActivityQuery): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql``]
  if (query.wallet !== undefined && query.tokenDataId !== undefined)
    parts.push(sql`and (from_address = ${query.wallet} or to_address = ${query.wallet})`)
  if (query.marketplace !== undefined) parts.push(sql`and marketplace = ${query.marketplace}`)
  if (query.untilMicros !== undefined) {
    // The first sale after that moment says near which version to begin.
    parts.push(sql`and at_micros <= ${query.untilMicros} and version <= coalesce((select s.version from market.sales s
      where s.at_micros > ${query.untilMicros} order by s.at_micros limit 1), 9223372036854775807)`)
  }
  if (query.sinceMicros !== undefined) {
    // The last sale before that moment says near which version to end.
    parts.push(sql`and at_micros >= ${query.sinceMicros} and version >= coalesce((select s.version from market.sales s
      where s.at_micros < ${query.sinceMicros} order by s.at_micros desc limit 1), 0)`)
  }
  if (query.after !== undefined) {
    parts.push(sql`and (version, event_index) < (${query.after.version}::bigint, ${query.after.eventIndex}::int)`)
  }
  return sql.join(parts, sql` `)
}

/** @param only the one collection of all rows, where there is no other: it is looked up once then. */
function withNames(page: RawBuilder<unknown>, nowMicros: bigint, only: string | null = null): RawBuilder<ActivityRow> {
  const ofOne = only === null ? sql`` : sql`where collection_id = ${only}`
  return sql<ActivityRow>`
    with a as materialized (${page}), names as materialized (
      ${primaryNamesSql(sql`select from_address as address from a union select to_address from a`, nowMicros)}
    )
    select a.version, a.event_index as "eventIndex", a.kind, a.marketplace, a.collection_id as "collectionId",
      c.collection_name as "collectionName", c.token_standard as "tokenStandard", a.token_data_id as "tokenDataId",
      coalesce(k.name::json #>> '{}', t.token_name) as "tokenName",
      coalesce(k.image::json #>> '{}', t.image, cm.image) as "tokenImage",
      a.from_address as "fromAddress", giver.name as "fromName", a.to_address as "toAddress", taker.name as "toName",
      a.price_octas as "priceOctas", a.amount, a.order_id as "orderId", a.at_micros as "atMicros", a.transaction_hash as "transactionHash"
    from a
    left join (select collection_id, collection_name, token_standard, uri from chain.current_collections_v2 ${ofOne}) c
      on c.collection_id = a.collection_id
    ${joinListItem(sql`a.token_data_id`)}
    left join lateral (
      select t.token_name, m.image from chain.current_token_datas_v2 t left join market.metadata m on m.uri = t.token_uri
      where k.token_data_id is null and t.token_data_id = a.token_data_id limit 1
    ) t on true
    left join market.metadata cm on coalesce(k.image::json #>> '{}', t.image) is null and cm.uri = c.uri
    left join names giver on giver.address = a.from_address
    left join names taker on taker.address = a.to_address
    order by a.version desc, a.event_index desc`
}

/** The newest sale of a token; price in octas. */
export interface LastSale {
  readonly tokenDataId: string
  readonly priceOctas: bigint
  readonly atMicros: bigint
  readonly version: bigint
}

/**
 * Reads the newest sale of each of some tokens that is no wash trade, unordered; tokens without one are left out.
 * @source docs/product/collections.md#wash-trades
 */
export function readLastSales(reader: Reader, tokenDataIds: readonly string[]): Promise<readonly LastSale[]> {
  return readRows(
    reader,
    sql<LastSale>`
    select asked.id as "tokenDataId", sale.price_octas as "priceOctas", sale.at_micros as "atMicros", sale.version
    from unnest(${[...new Set(tokenDataIds)]}::text[]) as asked (id)
    cross join lateral (
      select s.price_octas, s.at_micros, s.version from market.sales s where s.token_data_id = asked.id and not s.is_wash
      order by s.at_micros desc, s.version desc, s.event_index desc limit 1
    ) sale`,
  )
}
