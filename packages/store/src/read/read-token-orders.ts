import { sql } from 'kysely'
import { type Reader, readRow, readRows } from './read-rows.ts'

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

/** Listings that come with the cheapest ones, however many there are: the ids asked for and those of the sellers. */
export interface NamedListings {
  readonly listingIds?: readonly string[]
  readonly sellers?: readonly string[]
}

/** How many listings of one token come at once: editions of a v1 token may have thousands. */
const PER_TOKEN = 100

/**
 * Open listings of some tokens on every marketplace, also those that do not count: of each token the cheapest hundred,
 * cheapest first, and the named ones.
 */
export function readOpenListings(
  reader: Reader,
  tokenDataIds: readonly string[],
  { listingIds = [], sellers = [] }: NamedListings = {},
): Promise<readonly ListingRow[]> {
  return readRows(
    reader,
    sql<ListingRow>`
    select ${LISTING_COLUMNS} from unnest(${[...new Set(tokenDataIds)]}::text[]) as asked (id)
    cross join lateral (
      (select * from market.listings l where l.token_data_id = asked.id and l.state = 'open'
        order by price_octas, marketplace, listing_id limit ${PER_TOKEN})
      union
      (select * from market.listings l where l.token_data_id = asked.id and l.state = 'open'
        and (l.listing_id = any(${[...listingIds]}::text[]) or l.seller = any(${[...sellers]}::text[])))
    ) l
    order by token_data_id, price_octas, marketplace, listing_id`,
  )
}

/** The collection that a token belongs to; null for a token that is not known. */
export async function readCollectionOfToken(reader: Reader, tokenDataId: string): Promise<string | null> {
  const row = await readRow(
    reader,
    sql<{ collectionId: string }>`
      select collection_id as "collectionId" from chain.current_token_datas_v2 where token_data_id = ${tokenDataId}`,
  )
  return row?.collectionId ?? null
}

/** One page of a token's open listings, cheapest first. @param after the last row of the page before. */
export function readListingsOfToken(
  reader: Reader,
  tokenDataId: string,
  page: { readonly take: number; readonly after?: Pick<ListingRow, 'priceOctas' | 'marketplace' | 'listingId'> },
): Promise<readonly ListingRow[]> {
  const { after } = page
  const beyond = after
    ? sql`and (price_octas, marketplace, listing_id) > (${after.priceOctas}, ${after.marketplace}, ${after.listingId})`
    : sql``
  return readRows(
    reader,
    sql<ListingRow>`
    select ${LISTING_COLUMNS} from market.listings where token_data_id = ${tokenDataId} and state = 'open' ${beyond}
    order by price_octas, marketplace, listing_id limit ${page.take}`,
  )
}

/** Columns of a {@link ListingRow}. */
export const LISTING_COLUMNS = sql`marketplace, listing_id as "listingId", token_data_id as "tokenDataId",
  property_version as "propertyVersion", seller, price_octas as "priceOctas", validity,
  placed_at_micros as "placedAtMicros", last_version as "lastVersion"`
