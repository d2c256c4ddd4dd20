import { sql } from 'kysely'
import { type Reader, readRows } from './read-rows.ts'
import { notExpired } from './token-sql.ts'

/** One open listing; price in octas. */
export interface ListingRow {
  readonly marketplace: string
  readonly listingId: string
  readonly tokenDataId: string
  readonly propertyVersion: bigint
  readonly seller: string
  readonly priceOctas: bigint
  readonly validity: 'valid' | 'seller-lost-token' | 'venue-closed' | 'ended'
  readonly placedAtMicros: bigint
  readonly lastVersion: bigint
}

/** Open listings of some tokens on every marketplace, also those that do not count; cheapest first. */
export function readOpenListings(reader: Reader, tokenDataIds: readonly string[]): Promise<readonly ListingRow[]> {
  return readRows(
    reader,
    sql<ListingRow>`
    select marketplace, listing_id as "listingId", token_data_id as "tokenDataId", property_version as "propertyVersion",
      seller, price_octas as "priceOctas", validity, placed_at_micros as "placedAtMicros", last_version as "lastVersion"
    from market.listings where token_data_id = any(${[...tokenDataIds]}::text[]) and state = 'open'
    order by token_data_id, price_octas, marketplace, listing_id limit 500`,
  )
}

/** One open offer; price in octas per token. `remainingAmount` is 1 for an offer on one token. */
export interface OfferRow {
  readonly marketplace: string
  readonly offerId: string
  readonly buyer: string
  readonly priceOctas: bigint
  readonly remainingAmount: bigint
  readonly expiresAtSeconds: bigint | null
  readonly placedAtMicros: bigint
}

/** Live offers for one token, best first, at most fifty. */
export function readTokenOffers(reader: Reader, tokenDataId: string, nowMicros: bigint): Promise<readonly OfferRow[]> {
  return readRows(
    reader,
    sql<OfferRow>`
    select marketplace, offer_id as "offerId", buyer, price_octas as "priceOctas", 1::bigint as "remainingAmount",
      expires_at_seconds as "expiresAtSeconds", placed_at_micros as "placedAtMicros"
    from market.token_offers
    where token_data_id = ${tokenDataId} and state = 'open' and validity = 'valid' and ${notExpired(nowMicros / 1_000_000n)}
    order by price_octas desc, offer_id limit 50`,
  )
}

/** Live offers for any token of a collection, best first, at most fifty. */
export function readCollectionOffers(
  reader: Reader,
  collectionId: string,
  nowMicros: bigint,
): Promise<readonly OfferRow[]> {
  return readRows(
    reader,
    sql<OfferRow>`
    select marketplace, offer_id as "offerId", buyer, price_octas as "priceOctas", remaining_amount as "remainingAmount",
      expires_at_seconds as "expiresAtSeconds", placed_at_micros as "placedAtMicros"
    from market.collection_offers
    where collection_id = ${collectionId} and state = 'open' and validity = 'valid' and remaining_amount > 0
      and ${notExpired(nowMicros / 1_000_000n)}
    order by price_octas desc, offer_id limit 50`,
  )
}
