import { type RawBuilder, sql } from 'kysely'
import { type Reader, readRows } from '../read-rows.ts'
import { LISTING_COLUMNS, type ListingRow } from './listings.ts'
import { type AnyOfferRow, POOL_OCTAS } from './offers/offers.ts'
import { type UsualFloorOptions, usualFloorSql } from './usual-floor.ts'

/** An open listing with what its seller may hold it against; octas. */
export interface OwnListingRow extends ListingRow {
  readonly collectionId: string | null
  /** Time of placing, or of the last price change. */
  readonly lastAtMicros: bigint
  /** The usual floor of other sellers in the collection; null without one. */
  readonly othersFloorOctas: bigint | null
}

/** An open offer with what its bidder may hold it against; octas. */
export interface OwnOfferRow extends AnyOfferRow {
  readonly validity: 'valid' | 'expired' | 'unfunded' | 'exhausted' | 'bidder-refuses' | 'marketplace-closed'
  readonly lastAtMicros: bigint
  /** The lowest live price at which someone else sells the token that it wants in its edition, or the usual floor of others in the collection. */
  readonly othersAskOctas: bigint | null
}

/** Limits of a read of own orders. */
export interface OwnOrdersPage extends Omit<UsualFloorOptions, 'sellers'> {
  /** Most orders, of offers of each kind. */
  readonly take: number
}

/** Reads a wallet's open listings on every marketplace, oldest first. */
export function readOwnListings(
  reader: Reader,
  seller: string,
  { take, ...floor }: OwnOrdersPage,
): Promise<readonly OwnListingRow[]> {
  return readRows(
    reader,
    sql<OwnListingRow>`
    with own as materialized (
      select * from market.listings where seller = ${seller} and state = 'open'
      order by last_at_micros, marketplace, listing_id limit ${take}
    ), ${floorsOfOthers(sql`select collection_id from own`, { ...floor, sellers: [seller] })}
    select ${LISTING_COLUMNS}, collection_id as "collectionId", last_at_micros as "lastAtMicros",
      ${FLOOR_OF_OTHERS} as "othersFloorOctas"
    from own cross join floors
    order by last_at_micros, marketplace, listing_id`,
  )
}

/**
 * Reads a wallet's open offers of either kind on every marketplace, those that were placed first; of these the longest unchanged first.
 */
export function readOwnOffers(
  reader: Reader,
  buyer: string,
  { take, ...floor }: OwnOrdersPage,
): Promise<readonly OwnOfferRow[]> {
  return readRows(
    reader,
    sql<OwnOfferRow>`
    with own as materialized (
      (select marketplace, offer_id, token_data_id, property_version, collection_id, buyer, price_octas, 1::numeric as wanted,
        1::numeric as remaining, false as is_pooled, null::numeric as pool_octas, null::text as set_root,
        expires_at_seconds, placed_at_micros, token_standard, validity, last_at_micros
      from market.token_offers where buyer = ${buyer} and state = 'open' order by ${OLDEST_PLACED} limit ${take})
      union all
      (select marketplace, offer_id, null, null, collection_id, buyer, price_octas, wanted_amount, remaining_amount, is_pooled, ${POOL_OCTAS}, set_root,
        expires_at_seconds, placed_at_micros, null, validity, last_at_micros
      from market.collection_offers where buyer = ${buyer} and state = 'open' order by ${OLDEST_PLACED} limit ${take})
    ), ${floorsOfOthers(sql`select collection_id from own where token_data_id is null`, { ...floor, sellers: [buyer] })}
    select marketplace, offer_id as "offerId", token_data_id as "tokenDataId", property_version as "propertyVersion",
      own.collection_id as "collectionId", buyer, price_octas as "priceOctas", wanted as "wantedAmount", remaining as "remainingAmount",
      is_pooled as "isPooled", pool_octas as "poolOctas", set_root as "setRoot", expires_at_seconds as "expiresAtSeconds",
      placed_at_micros as "placedAtMicros", token_standard as "tokenStandard", validity,
      last_at_micros as "lastAtMicros",
      case when token_data_id is null then ${FLOOR_OF_OTHERS} else ask.octas end as "othersAskOctas"
    from own cross join floors
    left join lateral (
      select o.price_octas as octas from market.listings o
      where own.token_data_id is not null and o.token_data_id = own.token_data_id and o.property_version = own.property_version
        and o.state = 'open' and o.validity = 'valid' and o.seller <> ${buyer}
      order by o.price_octas limit 1
    ) ask on true
    order by "lastAtMicros", marketplace, "offerId"`,
  )
}

/** The order of an index of a bidder's open offers, backwards: of thousands as many are read as are asked for. */
const OLDEST_PLACED = sql`placed_at_micros, marketplace, offer_id`

/** Usual floor of others in the collection of an order `own`, of the table `floors`. */
const FLOOR_OF_OTHERS = sql`(floors.octas ->> own.collection_id)::numeric`

/**
 * Returns the table `floors`, one row with the floors by collection: of each once, since a wallet's own orders there are passed over each time.
 * As a table of many rows it would be joined by comparing each order with each collection.
 */
function floorsOfOthers(collections: RawBuilder<unknown>, options: UsualFloorOptions): RawBuilder<unknown> {
  return sql`floors as materialized (
      select jsonb_object_agg(c.collection_id, price_octas) as octas from (select distinct collection_id from (${collections}) of_own) c
      cross join lateral (${usualFloorSql(sql`c.collection_id`, options)}) usual
    )`
}
