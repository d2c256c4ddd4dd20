import { sql } from 'kysely'
import { type Reader, readRows } from './read-rows.ts'
import { LISTING_COLUMNS, type ListingRow } from './read-token-orders.ts'

/** Which listings of some tokens are wanted. */
export interface CheapestListingsQuery {
  readonly tokenDataIds: readonly string[]
  /** Only these marketplaces'. */
  readonly marketplaces: readonly string[]
  /** None of this seller; null for anybody's. */
  readonly notSeller: string | null
  /** Highest price in octas; null for any. */
  readonly maxOctas: bigint | null
  /** Those of marketplaces that let people out only, in place of those that can be bought. */
  readonly isClosed?: boolean
}

/** Open listings of tokens, the cheapest of each that is wanted, cheapest first. */
export function readCheapestListings(reader: Reader, query: CheapestListingsQuery): Promise<readonly ListingRow[]> {
  const { tokenDataIds, marketplaces, notSeller, maxOctas, isClosed = false } = query
  return readRows(
    reader,
    sql<ListingRow>`
    select * from (
      select distinct on (l.token_data_id) ${LISTING_COLUMNS} from market.listings l
      where l.token_data_id = any(${[...tokenDataIds]}::text[]) and l.state = 'open' and l.validity = ${isClosed ? 'venue-closed' : 'valid'}
        and l.marketplace = any(${[...marketplaces]}::text[])
        ${notSeller === null ? sql`` : sql`and l.seller <> ${notSeller}`}
        ${maxOctas === null ? sql`` : sql`and l.price_octas <= ${maxOctas}`}
      order by l.token_data_id, l.price_octas, l.marketplace, l.listing_id
    ) as cheapest
    order by "priceOctas", marketplace, "listingId"`,
  )
}
