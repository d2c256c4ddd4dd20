import { toSeconds } from '@opal/domain/time'
import { type RawBuilder, sql } from 'kysely'
import { type Reader, readRows } from '../../read-rows.ts'
import {
  beyondSql,
  collectionOffersSql,
  inOrder,
  type OfferFilter,
  type OfferPage,
  type PagedOfferRow,
  pagedOffers,
  SORT_COLUMNS,
  SORT_VALUES,
  tokenOffersSql,
} from './offers.ts'
import type { OfferRange, OffersInRange } from './offers-by-net.ts'

/**
 * Finds live offers that a wallet could take with what it holds, its own left out. Offers on its collections and on its tokens are read
 * concurrently: for a wallet that holds much, each collection and each token costs a random page of an index.
 */
export async function findOffersReceived(
  reader: Reader,
  holder: string,
  page: OfferPage & { readonly collectionId?: string; readonly nowMicros: bigint },
): Promise<readonly PagedOfferRow[]> {
  const { collectionId } = page
  const filter: OfferFilter = { notBuyers: [holder], liveAtSeconds: toSeconds(page.nowMicros) }
  const only = collectionId === undefined ? sql`` : sql`and h.collection_id = ${collectionId}`
  const held = sql`select h.collection_id as id from market.collection_holders h where h.wallet = ${holder} ${only}`
  const tokens = sql`market.token_holders h where h.holder = ${holder} and h.amount > 0 ${only}`
  const ofCollections: OffersInRange = (range) => onCollections(held, filter, range)
  const ofTokens: OffersInRange = () => sql`${onTokens(tokens, filter)} union all ${onSets(tokens, filter)}`
  const read = (offers: OffersInRange) => readRows(reader, pagedOffers(offers, page))
  // A numbered page may be preceded by ten thousand bids: the database skips these.
  if (page.offset !== undefined && page.offset > 0)
    return read((range) => sql`${ofCollections(range)} union all ${ofTokens(range)}`)
  const parts = await Promise.all([read(ofCollections), read(ofTokens)])
  return parts.flat().toSorted(inOrder).slice(0, page.take)
}

/**
 * Selects offers on held tokens, in one index scan for all of them: most tokens have no offer, and a scan skips many on each page. In a join,
 * the planner would read the offers of the whole market for a wallet that holds much. Editions are compared for v1 tokens only, which alone
 * have several.
 */
function onTokens(tokens: RawBuilder<unknown>, filter: OfferFilter): RawBuilder<unknown> {
  return sql`
    select found.* from (
      ${tokenOffersSql(filter)} and token_data_id = any(array(select h.token_data_id from ${tokens})) offset 0
    ) as found
    where found."tokenStandard" <> 'v1'
      or (select true from ${tokens} and h.token_data_id = found."tokenDataId" and h.property_version = found."propertyVersion" limit 1)`
}

/** Selects offers on any token of the held collections, of each no more than a page may need. */
function onCollections(held: RawBuilder<unknown>, filter: OfferFilter, range: OfferRange): RawBuilder<unknown> {
  const column = SORT_COLUMNS[range.by]
  const offers = sql`${collectionOffersSql(filter)} and collection_id = held.id`
  if (range.least !== undefined)
    return sql`
      select found.* from (${held}) as held cross join lateral (${offers} and ${column} >= ${range.least} offset 0) as found`
  // Any number of bids may have the same value: read from each collection only those that come next in the order of the page.
  return sql`
    select found.* from (${reachingPage(held, offers, range)}) as held
    cross join lateral (
      ${offers} and ${beyondSql(range, false)} and ${column} >= held.least
      order by ${column} desc, marketplace desc, offer_id desc limit ${range.wanted}
    ) as found`
}

/**
 * Selects the held collections that may have an offer on the page, with a lower bound for the value of the page's last row: so many offers
 * reach the bound that they fill the page. The bound comes from the highest offer of each collection or, where too few collections have one,
 * from the highest offers of each, as many as the page has rows. An index-only scan bounds the value of each collection's offers from above,
 * including offers that do not count; the highest that counts is first read only for the collections with the greatest such bounds.
 */
function reachingPage(
  held: RawBuilder<unknown>,
  offers: RawBuilder<unknown>,
  { by, below, wanted }: OfferRange,
): RawBuilder<unknown> {
  const column = SORT_COLUMNS[by]
  const before = below === null ? sql`` : sql`and ${column} < ${below}`
  const highest = (of: RawBuilder<unknown>, ofEach: number) => sql`
      select held.id, few.value from (${of}) as held
      cross join lateral (select ${SORT_VALUES[by]} as value from (${offers} ${before} order by ${column} desc limit ${ofEach}) as few) as few`
  const lowest = (of: RawBuilder<unknown>) =>
    sql`(select min(value) from (select value from (${of}) of_each order by value desc limit ${wanted}) highest having count(*) = ${wanted})`
  const first = sql`select id from bounds order by value desc limit ${2 * wanted}`
  return sql`
    with bounds as materialized (
      select held.id, bound.value from (${held}) as held
      cross join lateral (
        select ${column} as value from market.collection_offers
        where collection_id = held.id and state = 'open' and validity = 'valid' and set_root is null
          ${below === null ? sql`` : sql`and ${column} <= ${below}`}
        order by ${column} desc limit 1
      ) as bound
    ), least as materialized (
      select coalesce(${lowest(highest(first, 1))}, ${lowest(highest(held, 1))}, ${lowest(highest(held, wanted))}, 0) as value
    )
    select bounds.id, least.value as least from bounds join least on bounds.value >= least.value`
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
