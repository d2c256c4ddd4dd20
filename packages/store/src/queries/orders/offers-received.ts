import { type RawBuilder, sql } from 'kysely'
import { type Reader, readRows } from '../read-rows.ts'
import {
  collectionOffersSql,
  type OfferFilter,
  type OfferPage,
  type PagedOfferRow,
  pagedOffers,
  SORT_VALUES,
  tokenOffersSql,
} from './offers.ts'
import type { OfferRange } from './offers-by-net.ts'

/** Finds live offers that a wallet could take with what it holds, its own left out. */
export function findOffersReceived(
  reader: Reader,
  holder: string,
  page: OfferPage & { readonly collectionId?: string; readonly nowMicros: bigint },
): Promise<readonly PagedOfferRow[]> {
  const { collectionId } = page
  const filter: OfferFilter = { notBuyer: holder, liveAtSeconds: page.nowMicros / 1_000_000n }
  const only = collectionId === undefined ? sql`` : sql`and h.collection_id = ${collectionId}`
  const held = sql`select h.collection_id as id from market.collection_holders h where h.wallet = ${holder} ${only}`
  const tokens = sql`market.token_holders h where h.holder = ${holder} and h.amount > 0 ${only}`
  const rest = sql`${onTokens(tokens, filter)} union all ${onSets(tokens, filter)}`
  return readRows(
    reader,
    pagedOffers((range) => sql`${onCollections(held, filter, range)} union all ${rest}`, page),
  )
}

/** Looked up by what is held: joined, the planner reads the offers of the whole market for a wallet that holds much. */
function onTokens(tokens: RawBuilder<unknown>, filter: OfferFilter): RawBuilder<unknown> {
  return sql`
    select found.* from (select h.token_data_id as id, h.property_version as edition from ${tokens}) as held
    cross join lateral (
      ${tokenOffersSql(filter)} and token_data_id = held.id and property_version = held.edition offset 0
    ) as found`
}

const COLUMNS = { date: sql`placed_at_micros`, price: sql`price_octas` }

/** Selects offers on any token of the held collections, of each no more than a page may need. */
function onCollections(held: RawBuilder<unknown>, filter: OfferFilter, range: OfferRange): RawBuilder<unknown> {
  const column = COLUMNS[range.by]
  const offers = sql`${collectionOffersSql(filter)} and collection_id = held.id`
  if (range.least !== undefined)
    return sql`
      select found.* from (${held}) as held cross join lateral (${offers} and ${column} >= ${range.least} offset 0) as found`
  // Any number of bids may have one value: of each collection those are read that come next in the order of the page.
  return sql`
    select found.* from (${reachingPage(held, offers, range)}) as held
    cross join lateral (
      ${offers} and ${beyond(range)} and ${column} >= held.least
      order by ${column} desc, marketplace desc, offer_id desc limit ${range.wanted}
    ) as found`
}

/** Whether an offer on a collection comes after the page before, in the order of {@link pagedOffers}. */
function beyond({ by, below, after }: OfferRange): RawBuilder<unknown> {
  if (below === null) return sql`true`
  if (after === undefined) return sql`${COLUMNS[by]} < ${below}`
  // Of an offer on a token and one on a collection with the same id, that on the token comes first.
  const isBefore = after.isOnToken ? sql`<=` : sql`<`
  return sql`(${COLUMNS[by]}, marketplace, offer_id) ${isBefore} (${below}, ${after.marketplace}, ${after.offerId})`
}

/**
 * Selects the held collections of which an offer may be on the page, with a value that the page's last row has at least: as many offers as the
 * page has rows are as high. They are of as many collections; where fewer have offers, of each the highest are read, as many as the page has rows.
 */
function reachingPage(
  held: RawBuilder<unknown>,
  offers: RawBuilder<unknown>,
  { by, below, wanted }: OfferRange,
): RawBuilder<unknown> {
  const column = COLUMNS[by]
  const before = below === null ? sql`` : sql`and ${column} < ${below}`
  const highest = (ofEach: number) => sql`
      select held.id, few.value from (${held}) as held
      cross join lateral (select ${SORT_VALUES[by]} as value from (${offers} ${before} order by ${column} desc limit ${ofEach}) as few) as few`
  const lowest = (of: RawBuilder<unknown>) =>
    sql`(select min(value) from (select value from (${of}) of_each order by value desc limit ${wanted}) highest having count(*) = ${wanted})`
  // Of the first page a collection's highest tells whether it has any; of a later one others may be as high as the last row before it.
  const isReaching =
    below === null ? sql`highest join least on highest.value >= least.value` : sql`(${held}) as held cross join least`
  return sql`
    with highest as materialized (${highest(1)}), least as materialized (
      select coalesce(${lowest(sql`select value from highest`)}, ${lowest(highest(wanted))}, 0) as value
    )
    select id, least.value as least from ${isReaching}`
}

/** Limit of offers on one set of tokens in a list of received ones. */
const PER_SET = 100

/** Selects offers on sets that a held token is in, of collections that have sets. */
function onSets(tokens: RawBuilder<unknown>, filter: OfferFilter): RawBuilder<unknown> {
  return sql`
    select found.* from (
      select distinct s.collection_id, s.root from (select ${SET_KEY} as key from (
        select h.* from ${tokens} and exists (select from account.token_sets s where s.collection_id = h.collection_id) offset 0
      ) as h) as held
      cross join lateral account.sets_of_token(held.key) as s
    ) as s
    cross join lateral (
      ${collectionOffersSql({ ...filter, sets: 'alone' })} and collection_id = s.collection_id and set_root = s.root
      order by price_octas desc, offer_id limit ${PER_SET}
    ) as found`
}

/** The name in stored sets of the token that a row `h` says someone holds. @source `setKeyBytes` of packages/store/src/accounts/token-sets.ts */
const SET_KEY = sql`decode(substr(h.token_data_id, 3), 'hex')
            || convert_to(case when h.property_version = 0 then '' else h.property_version::text end, 'UTF8')`
