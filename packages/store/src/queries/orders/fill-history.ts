import { sql } from 'kysely'
import { type Reader, readRows } from '../read-rows.ts'

/** Most sales that are looked at, the newest ones. */
const MAX_SALES = 10_000

/** Reads the tokens of a collection's sales since a time, at a price or less, newest first; wash trades are left out. */
export async function readTokensSold(
  reader: Reader,
  collectionId: string,
  { sinceMicros, maxOctas }: { readonly sinceMicros: bigint; readonly maxOctas: bigint },
): Promise<readonly string[]> {
  const rows = await readRows(
    reader,
    sql<{ id: string }>`
    select token_data_id as id from market.sales
    where collection_id = ${collectionId} and at_micros >= ${sinceMicros} and price_octas <= ${maxOctas} and not is_wash
    order by at_micros desc limit ${MAX_SALES}`,
  )
  return rows.map(({ id }) => id)
}
