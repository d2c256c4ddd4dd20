import { sql } from 'kysely'
import { type Reader, readRow } from './read-rows.ts'

/** The cheapest live listing of a collection. Octas. */
export interface FloorListing {
  readonly tokenDataId: string
  readonly priceOctas: bigint
}

/** A collection's cheapest live listing; null while nothing is for sale. @param notSeller whose own listings are left out; null for nobody's. */
export async function readFloorListing(
  reader: Reader,
  collectionId: string,
  notSeller: string | null,
): Promise<FloorListing | null> {
  const row = await readRow(
    reader,
    sql<FloorListing>`
    select token_data_id as "tokenDataId", price_octas as "priceOctas" from market.listings
    where collection_id = ${collectionId} and state = 'open' and validity = 'valid'
      ${notSeller === null ? sql`` : sql`and seller <> ${notSeller}`}
    order by price_octas, token_data_id limit 1`,
  )
  return row ?? null
}
