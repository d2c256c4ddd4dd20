import { sql } from 'kysely'
import { type Reader, readRows } from './read-rows.ts'
import { LISTING_COLUMNS, type ListingRow } from './read-token-orders.ts'

/** Which listings of a collection somebody may buy. */
export interface CheapestListingsQuery {
  readonly collectionId: string
  /** Only these marketplaces'. */
  readonly marketplaces: readonly string[]
  /** None of this seller. */
  readonly notSeller: string
  readonly notTokens: readonly string[]
  /** Highest price in octas; null for any. */
  readonly maxOctas: bigint | null
  readonly take: number
}

/** Open, valid listings of a collection, the cheapest of each token, cheapest first. */
export function readCheapestListings(reader: Reader, query: CheapestListingsQuery): Promise<readonly ListingRow[]> {
  const { collectionId, marketplaces, notSeller, notTokens, maxOctas, take } = query
  const allowed = (alias: string) => {
    const of = (column: string) => sql.ref(`${alias}.${column}`)
    return sql`${of('state')} = 'open' and ${of('validity')} = 'valid' and ${of('seller')} <> ${notSeller}
      and ${of('marketplace')} = any(${[...marketplaces]}::text[])`
  }
  return readRows(
    reader,
    sql<ListingRow>`
    select ${LISTING_COLUMNS} from market.listings l
    where l.collection_id = ${collectionId} and ${allowed('l')}
      and l.token_data_id <> all(${[...notTokens]}::text[])
      ${maxOctas === null ? sql`` : sql`and l.price_octas <= ${maxOctas}`}
      and not exists (select from market.listings cheaper where cheaper.token_data_id = l.token_data_id
        and cheaper.collection_id = l.collection_id and ${allowed('cheaper')}
        and (cheaper.price_octas, cheaper.marketplace, cheaper.listing_id) < (l.price_octas, l.marketplace, l.listing_id))
    order by l.price_octas, l.marketplace, l.listing_id limit ${take}`,
  )
}
