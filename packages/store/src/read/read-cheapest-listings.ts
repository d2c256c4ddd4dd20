import { sql } from 'kysely'
import { type Reader, readRows } from './read-rows.ts'
import { LISTING_COLUMNS, type ListingRow } from './read-token-orders.ts'

/** Which listings of some tokens somebody may buy. */
export interface CheapestListingsQuery {
  readonly tokenDataIds: readonly string[]
  /** Only these marketplaces'. */
  readonly marketplaces: readonly string[]
  /** None of this seller; null for anybody's. */
  readonly notSeller: string | null
  /** Highest price in octas; null for any. */
  readonly maxOctas: bigint | null
}

/** Open, valid listings of tokens, the cheapest of each that may be bought, cheapest first. */
export function readCheapestListings(reader: Reader, query: CheapestListingsQuery): Promise<readonly ListingRow[]> {
  const { tokenDataIds, marketplaces, notSeller, maxOctas } = query
  return readRows(
    reader,
    sql<ListingRow>`
    select * from (
      select distinct on (l.token_data_id) ${LISTING_COLUMNS} from market.listings l
      where l.token_data_id = any(${[...tokenDataIds]}::text[]) and l.state = 'open' and l.validity = 'valid'
        and l.marketplace = any(${[...marketplaces]}::text[])
        ${notSeller === null ? sql`` : sql`and l.seller <> ${notSeller}`}
        ${maxOctas === null ? sql`` : sql`and l.price_octas <= ${maxOctas}`}
      order by l.token_data_id, l.price_octas, l.marketplace, l.listing_id
    ) as cheapest
    order by "priceOctas", marketplace, "listingId"`,
  )
}
