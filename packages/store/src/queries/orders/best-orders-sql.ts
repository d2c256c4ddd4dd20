import { type RawBuilder, sql } from 'kysely'

/** The cheapest live listing of the token `t`, ties by marketplace and id. */
export const CHEAPEST_LISTING = sql`
  select price_octas, placed_at_micros, marketplace, listing_id from market.listings
  where token_data_id = t.token_data_id and state = 'open' and validity = 'valid'
  order by price_octas, marketplace, listing_id limit 1`

/** The largest holder of the token `t`, and which edition that is. */
export const HOLDER = largestHolder(sql`t.token_data_id`)

/** Where the token `t` is of the older standard, its largest holder: others have one edition. */
export const HOLDER_OF_OLDER = largestHolder(sql`t.token_data_id`, sql`and t.token_standard = 'v1'`)

/**
 * @param token the outer query's column.
 * @param only a further condition.
 */
function largestHolder(token: RawBuilder<unknown>, only: RawBuilder<unknown> = sql``): RawBuilder<unknown> {
  return sql`
  select holder, property_version from market.token_holders
  where token_data_id = ${token} and amount > 0 ${only} order by amount desc, holder, property_version limit 1`
}

/** The condition that a token offer is for the edition that the token's largest holder `h` has. */
export const FOR_SHOWN_EDITION = sql`(token_standard <> 'v1' or property_version = h.property_version)`

/** Returns the condition {@link FOR_SHOWN_EDITION} for a token offer by itself. @param token column with the token's id. */
export function forShownEdition(token: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(token_standard <> 'v1' or property_version = (
    select h.property_version from (${largestHolder(token)}) as h))`
}

/** The condition that the edition that a token offer `o` is for has a holder. */
export const FOR_HELD_EDITION = sql`(o.token_standard <> 'v1' or exists (select from market.token_holders held
  where held.token_data_id = o.token_data_id and held.property_version = o.property_version and held.amount > 0))`

/** The last sale of the token `t` that is no wash trade: its price is shown, and unusual prices are recognised by it. */
export const LAST_SALE = sql`
  select price_octas, at_micros from market.sales
  where token_data_id = t.token_data_id and not is_wash order by at_micros desc, version desc, event_index desc limit 1`

/**
 * Returns the best live offer for the token `t` itself, in the edition that its largest holder `h` has.
 * @param notBuyer wallet whose own offers are left out; null leaves none out.
 */
export function bestTokenOffer(nowSeconds: bigint, notBuyer: string | null): RawBuilder<unknown> {
  return sql`
    select price_octas, offer_id, marketplace from market.token_offers
    where token_data_id = t.token_data_id and state = 'open' and validity = 'valid' and ${notExpired(nowSeconds)}
      and ${FOR_SHOWN_EDITION} ${notOf(notBuyer)}
    order by price_octas desc, offer_id limit 1`
}

/**
 * Returns the best live offer for any token of a collection.
 * @param collection the outer query's column.
 * @param notBuyer wallet whose own offers are left out; null leaves none out.
 */
export function bestCollectionOffer(
  collection: RawBuilder<unknown>,
  nowSeconds: bigint,
  notBuyer: string | null,
): RawBuilder<unknown> {
  return sql`
    select price_octas, offer_id, marketplace, remaining_amount from market.collection_offers
    where collection_id = ${collection} and state = 'open' and validity = 'valid' and set_root is null and remaining_amount > 0
      and ${notExpired(nowSeconds)} ${notOf(notBuyer)}
    order by price_octas desc, offer_id limit 1`
}

function notOf(buyer: string | null): RawBuilder<unknown> {
  return buyer === null ? sql`` : sql`and buyer <> ${buyer}`
}

/** Returns the condition that an offer has not run out. */
export function notExpired(nowSeconds: bigint | RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(expires_at_seconds is null or expires_at_seconds > ${nowSeconds})`
}
