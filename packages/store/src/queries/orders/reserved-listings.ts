import { type RawBuilder, sql } from 'kysely'
import { IS_TRADED } from '../portfolio/spam.ts'
import { type Reader, readRows } from '../read-rows.ts'
import { afterPlaceSql, LISTING_COLUMNS, type ListingPlace, type ListingRow } from './listings.ts'

/**
 * Returns the condition that a collection was ever sold, is bid or asked for, or is verified: anyone can list anything of other collections for any
 * wallet.
 * @source docs/product/live-and-notifications.md#reserved-listings
 */
export function isTradedOrVerified(collectionId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(exists (
      select from market.collection_stats s where s.collection_id = ${collectionId} and ${IS_TRADED})
    or exists (select from account.verified_collections v where v.collection_id = ${collectionId}))`
}

/** A page of listings that are reserved for a wallet. */
export interface ReservedPage {
  readonly take: number
  readonly offset?: number
  readonly after?: ListingPlace
  /** Only listings of this collection; by default those of collections that are traded or verified. */
  readonly collectionId?: string
}

/** Reads a page of the listings that are reserved for a wallet and that it can buy, cheapest first. */
export function readReservedListings(
  reader: Reader,
  wallet: string,
  { take, offset = 0, after, collectionId }: ReservedPage,
): Promise<readonly ListingRow[]> {
  const within =
    collectionId === undefined
      ? sql`and ${isTradedOrVerified(sql`listings.collection_id`)}`
      : sql`and collection_id = ${collectionId}`
  return readRows(
    reader,
    sql<ListingRow>`
    select ${LISTING_COLUMNS} from market.listings
    where reserved_for = ${wallet} and state = 'open' and validity = 'reserved' ${within} ${afterPlaceSql(after)}
    order by price_octas, marketplace, listing_id limit ${take} offset ${offset}`,
  )
}
