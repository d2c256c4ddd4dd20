import { sql } from 'kysely'
import { type Reader, readRows } from './read-rows.ts'

/** A token that a wallet has for sale, and the lowest live price that anybody else asks for it; null where nobody does. Octas. */
export interface OwnListedToken {
  readonly tokenDataId: string
  readonly othersOctas: bigint | null
}

/** The tokens of a collection of which a wallet has a live listing. */
export function readOwnListedTokens(
  reader: Reader,
  seller: string,
  collectionId: string,
): Promise<readonly OwnListedToken[]> {
  return readRows(
    reader,
    sql<OwnListedToken>`
    select own.token_data_id as "tokenDataId", (
      select min(o.price_octas) from market.listings o
      where o.token_data_id = own.token_data_id and o.state = 'open' and o.validity = 'valid' and o.seller <> ${seller}
    ) as "othersOctas"
    from (
      select distinct token_data_id from market.listings
      where seller = ${seller} and collection_id = ${collectionId} and state = 'open' and validity = 'valid'
    ) own`,
  )
}
