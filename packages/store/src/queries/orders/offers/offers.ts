import { compareOctas } from '@opal/domain/prices/octas'
import { toSeconds } from '@opal/domain/time'
import { type RawBuilder, sql } from 'kysely'
import { limitSql, type Reader, readRows } from '../../read-rows.ts'
import { notExpired } from '../best-orders-sql.ts'
import { type OfferCommission, type OfferRange, type OffersInRange, offersByNet } from './offers-by-net.ts'

/** An offer, whichever kind: for one token, or for several of a collection. Amounts in octas. */
export interface AnyOfferRow {
  readonly marketplace: string
  readonly offerId: string
  /** Null for an offer on several tokens of the collection. */
  readonly tokenDataId: string | null
  /** The wanted edition of a v1 token, 0 for other tokens; null for an offer on several tokens. */
  readonly propertyVersion: bigint | null
  readonly collectionId: string | null
  readonly buyer: string
  readonly priceOctas: bigint
  /** Tokens it still wants; 1 for an offer on one token. */
  readonly wantedAmount: bigint
  /** Tokens that can be sold into it: of a pooled offer no more than the pool pays. */
  readonly remainingAmount: bigint
  /** The bidder's pool pays it: it holds no money. */
  readonly isPooled: boolean
  /** Octas in the pool that pays it; null where none does. */
  readonly poolOctas: bigint | null
  /** Root of the set of tokens that it wants; null for any of the collection. */
  readonly setRoot: string | null
  readonly expiresAtSeconds: bigint | null
  readonly placedAtMicros: bigint
  readonly tokenStandard: string | null
}

/** Filter of offers by buyer, token and collection. */
export interface OfferFilter {
  readonly buyer?: string
  /** Leaves out what these wallets offered. */
  readonly notBuyers?: readonly string[]
  readonly collectionId?: string
  /** Whether to read offers on sets of tokens, too or alone. Without it none are read, as they are not offers on any token of the collection. */
  readonly sets?: 'too' | 'alone'
  /** Only those that could be taken now: valid and not run out. */
  readonly liveAtSeconds?: bigint
  /** Offers that want no more tokens, too: they stay on chain until they are cancelled. */
  readonly isExhaustedToo?: boolean
  /** As live ones, and on closed marketplaces too: they do not count, but who finds one may still sell into it. */
  readonly takeableAtSeconds?: bigint
}

/** Returns open offers on single tokens, in the columns of {@link AnyOfferRow}. */
export function tokenOffersSql(filter: OfferFilter): RawBuilder<AnyOfferRow> {
  return sql<AnyOfferRow>`
    select marketplace, offer_id as "offerId", token_data_id as "tokenDataId", property_version as "propertyVersion",
      collection_id as "collectionId", buyer, price_octas as "priceOctas", 1::numeric as "wantedAmount",
      1::numeric as "remainingAmount", false as "isPooled", null::numeric as "poolOctas", null::text as "setRoot", expires_at_seconds as "expiresAtSeconds",
      placed_at_micros as "placedAtMicros", token_standard as "tokenStandard"
    from market.token_offers where ${where(filter)}`
}

/** Balance of the pool that pays a row of `market.collection_offers`, octas; null without a pool. */
export const POOL_OCTAS = sql`case when is_pooled then coalesce((select p.balance_octas from market.bid_pools p
      where p.marketplace = collection_offers.marketplace and p.wallet = collection_offers.buyer), 0) end`

/** The conditions of partial indexes, word for word. */
const OF_SETS = { none: sql`set_root is null`, alone: sql`set_root is not null`, too: sql`true` }

/** Returns open offers on tokens of a collection, in the same columns. */
export function collectionOffersSql(filter: OfferFilter): RawBuilder<AnyOfferRow> {
  return sql<AnyOfferRow>`
    select marketplace, offer_id as "offerId", null::text as "tokenDataId", null::numeric as "propertyVersion", collection_id as "collectionId", buyer,
      price_octas as "priceOctas", wanted_amount as "wantedAmount", remaining_amount as "remainingAmount", is_pooled as "isPooled",
      ${POOL_OCTAS} as "poolOctas", set_root as "setRoot", expires_at_seconds as "expiresAtSeconds",
      placed_at_micros as "placedAtMicros", null::text as "tokenStandard"
    from market.collection_offers
    where ${OF_SETS[filter.sets ?? 'none']} and ${wantsMore(filter)} and ${where(filter)}`
}

/** Returns the condition that an offer wants more tokens. Filters for live or takeable offers count only tokens that its pool can pay for. */
function wantsMore({ isExhaustedToo = false, liveAtSeconds, takeableAtSeconds }: OfferFilter): RawBuilder<unknown> {
  if (isExhaustedToo) return sql`true`
  return liveAtSeconds === undefined && takeableAtSeconds === undefined
    ? sql`wanted_amount > 0`
    : sql`remaining_amount > 0`
}

function where(filter: OfferFilter): RawBuilder<unknown> {
  const parts = [sql`state = 'open'`]
  if (filter.buyer !== undefined) parts.push(sql`buyer = ${filter.buyer}`)
  if (filter.notBuyers !== undefined) parts.push(sql`buyer <> all(${[...filter.notBuyers]}::text[])`)
  if (filter.collectionId !== undefined) parts.push(sql`collection_id = ${filter.collectionId}`)
  if (filter.liveAtSeconds !== undefined) parts.push(sql`validity = 'valid' and ${notExpired(filter.liveAtSeconds)}`)
  if (filter.takeableAtSeconds !== undefined) {
    parts.push(sql`validity in ('valid', 'marketplace-closed') and ${notExpired(filter.takeableAtSeconds)}`)
  }
  return sql.join(parts, sql` and `)
}

/** Orders of a list of offers: newest first, best price first, or highest net of the seller first. */
export type OfferSort = 'date' | 'price' | 'net'

/** A place in a list of offers. */
export interface OfferPlace {
  /** Microseconds in a list by date, octas in the others. */
  readonly value: bigint
  readonly marketplace: string
  readonly offerId: string
  /** Ids are unique by marketplace and kind: one offer on a token and one on a collection may have the same. */
  readonly isOnToken: boolean
}

export interface OfferPage {
  /** Newest first by default. */
  readonly sortBy?: OfferSort
  readonly take: number
  readonly offset?: number
  readonly after?: OfferPlace
  /** For the order by net. Offers on marketplaces that are not among them pay no commission. */
  readonly commissions?: readonly OfferCommission[]
}

/** Finds open offers that a wallet made, run-out ones included. */
export function findOffersMade(
  reader: Reader,
  buyer: string,
  page: OfferPage & { readonly collectionId?: string },
): Promise<readonly PagedOfferRow[]> {
  const filter: OfferFilter = {
    buyer,
    sets: 'too',
    ...(page.collectionId !== undefined && { collectionId: page.collectionId }),
  }
  const made = (range: OfferRange) => {
    const onToken = newestOf(tokenOffersSql(filter), range, true)
    return sql`${onToken} union all ${newestOf(collectionOffersSql(filter), range, false)}`
  }
  return readRows(reader, pagedOffers(made, page))
}

/** Limits a list by date to what a page needs, in the order of an index: a wallet may have made any number of offers. */
function newestOf(offers: RawBuilder<unknown>, range: OfferRange, areOnTokens: boolean): RawBuilder<unknown> {
  if (range.by !== 'date') return offers
  return sql`(
      ${offers} and ${beyondSql(range, areOnTokens)}
      order by placed_at_micros desc, marketplace desc, offer_id desc ${limitSql(range.wanted)})`
}

/** Columns of the tables of offers that orders are by. */
export const SORT_COLUMNS = { date: sql`placed_at_micros`, price: sql`price_octas` }

/** Returns whether a row of a table of offers comes after the page before, in the order of {@link pagedOffers}. */
export function beyondSql({ by, below, after }: OfferRange, isOnToken: boolean): RawBuilder<unknown> {
  if (below === null) return sql`true`
  if (after === undefined) return sql`${SORT_COLUMNS[by]} < ${below}`
  // Of an offer on a token and one on a collection with the same id, that on the token comes first.
  const isBefore = after.isOnToken && !isOnToken ? sql`<=` : sql`<`
  return sql`(${SORT_COLUMNS[by]}, marketplace, offer_id) ${isBefore} (${below}, ${after.marketplace}, ${after.offerId})`
}

/** An offer of a page, with the value that its order is by. */
export interface PagedOfferRow extends AnyOfferRow {
  readonly sortValue: bigint
}

/** Columns of the values that pages of offers are sorted by. */
export const SORT_VALUES = { date: sql`"placedAtMicros"`, price: sql`"priceOctas"` }

/** Selects a page of offers. */
export function pagedOffers(offers: OffersInRange, page: OfferPage): RawBuilder<PagedOfferRow> {
  const { sortBy = 'date', take, offset = 0, after, commissions = [] } = page
  const range = { wanted: take + offset, below: after?.value ?? null }
  const sorted =
    sortBy === 'net'
      ? offersByNet(offers, { commissions, ...range })
      : sql`select found.*, ${SORT_VALUES[sortBy]} as "sortValue" from (${offers({ by: sortBy, ...range, ...(after && { after }) })}) as found`
  const beyond = after
    ? sql`where ("sortValue", marketplace, "offerId", "tokenDataId" is not null)
        < (${after.value}, ${after.marketplace}, ${after.offerId}, ${after.isOnToken})`
    : sql``
  return sql<PagedOfferRow>`
    select * from (${sorted}) as sorted ${beyond}
    order by "sortValue" desc, marketplace desc, "offerId" desc, "tokenDataId" is not null desc limit ${take} offset ${offset}`
}

/** Compares offers of pages in the order of {@link pagedOffers}. Ids are ASCII, which the database and JavaScript order alike. */
export function inOrder(one: PagedOfferRow, other: PagedOfferRow): number {
  return (
    compareOctas(other.sortValue, one.sortValue) ||
    compareTexts(other.marketplace, one.marketplace) ||
    compareTexts(other.offerId, one.offerId) ||
    Number(other.tokenDataId !== null) - Number(one.tokenDataId !== null)
  )
}

function compareTexts(one: string, other: string): number {
  return Number(one > other) - Number(one < other)
}

/**
 * Reads open offers by their ids, of both kinds, those too that want no more tokens: ids are unique per
 * marketplace and kind only, so one id may name two.
 * @param ids in no order; unknown ones are left out.
 */
export function readOffersById(
  reader: Reader,
  ids: readonly { readonly marketplace: string; readonly offerId: string }[],
): Promise<readonly AnyOfferRow[]> {
  return readRows(
    reader,
    sql<AnyOfferRow>`
    select found.* from (
      select distinct * from unnest(${ids.map((id) => id.marketplace)}::text[], ${ids.map((id) => id.offerId)}::text[]) as wanted (marketplace, id)
    ) as wanted
    cross join lateral (
      ${tokenOffersSql({})} and marketplace = wanted.marketplace and offer_id = wanted.id
      union all
      ${collectionOffersSql({ isExhaustedToo: true, sets: 'too' })} and marketplace = wanted.marketplace and offer_id = wanted.id
    ) as found`,
  )
}

/** Tokens to sell, and which offers for them are wanted. */
export interface TokensToSell {
  readonly holders: readonly string[]
  readonly editions: readonly { readonly tokenDataId: string; readonly propertyVersion: bigint }[]
  readonly collectionIds: readonly string[]
  /** Returns how many offers on a collection are read of each marketplace. */
  readonly perCollection: (collectionId: string) => number
  /** The known marketplaces. */
  readonly marketplaces: readonly string[]
  /** Ids of offers of these marketplaces, of either kind. */
  readonly named: readonly string[]
  readonly nowMicros: bigint
}

/** Limit of offers read of one edition of a token on one marketplace: a sale tries fewer, one after the other. */
const PER_EDITION = 10

/**
 * Reads offers that some tokens could be sold into, best price first: also of closed marketplaces, but not the holders' own. Reads the best
 * offers on each marketplace, because those of marketplaces without sales would hide the others: for a collection as many as are wanted, for
 * an edition of a token ten, and the best of all, even on an unknown marketplace. Also reads all named offers. Most tokens and collections have
 * no bid, so only those with one are looked up on each marketplace.
 */
export function readOffersForTokens(reader: Reader, asked: TokensToSell): Promise<readonly AnyOfferRow[]> {
  const filter: OfferFilter = { notBuyers: asked.holders, takeableAtSeconds: toSeconds(asked.nowMicros) }
  const tokenIds = asked.editions.map(({ tokenDataId }) => tokenDataId)
  const versions = asked.editions.map(({ propertyVersion }) => String(propertyVersion))
  return readRows(
    reader,
    sql<AnyOfferRow>`
    with place as (select * from unnest(${[...asked.marketplaces]}::text[]) as place (marketplace_id)),
    wanted_token as materialized (
      select * from unnest(${tokenIds}::text[], ${versions}::numeric[]) as wanted (id, edition)
      where ${isBidFor(sql`market.token_offers`, sql`token_data_id = wanted.id and property_version = wanted.edition`)}
    ),
    wanted_collection as materialized (
      select * from unnest(${[...asked.collectionIds]}::text[], ${asked.collectionIds.map(asked.perCollection)}::int[]) as wanted (id, most)
      where ${isBidFor(sql`market.collection_offers`, sql`collection_id = wanted.id and set_root is null`)}
    )
    select * from (
      select best.* from wanted_token as wanted cross join place
      cross join lateral (
        ${tokenOffersSql(filter)} and token_data_id = wanted.id and property_version = wanted.edition and marketplace = place.marketplace_id
        order by price_octas desc, offer_id limit ${PER_EDITION}
      ) as best
      union
      select best.* from wanted_token as wanted
      cross join lateral (
        ${tokenOffersSql(filter)} and token_data_id = wanted.id and property_version = wanted.edition
        order by price_octas desc, offer_id limit 1
      ) as best
      union
      select best.* from wanted_collection as wanted
      cross join place cross join lateral (
        ${collectionOffersSql(filter)} and collection_id = wanted.id and marketplace = place.marketplace_id
        order by price_octas desc, offer_id limit wanted.most
      ) as best
      union
      select found.* from unnest(${[...asked.named]}::text[]) as wanted (id) cross join place
      cross join lateral (
        ${tokenOffersSql(filter)} and marketplace = place.marketplace_id and offer_id = wanted.id
        union all
        ${collectionOffersSql(filter)} and marketplace = place.marketplace_id and offer_id = wanted.id
      ) as found
    ) as offers order by "priceOctas" desc, "offerId", marketplace, "tokenDataId" nulls first`,
  )
}

/** Returns whether a table has an open offer under some conditions that could be taken, whether expired or not: an index-only scan. */
function isBidFor(table: RawBuilder<unknown>, conditions: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select true from ${table}
        where ${conditions} and state = 'open' and validity in ('valid', 'marketplace-closed') limit 1)`
}
