import { sql } from 'kysely'
import { collectionOffersSql, type OfferFilter, tokenOffersSql } from './offers-sql.ts'
import { type Reader, readRow } from './read-rows.ts'

/** Octas that live offers would pay if all were taken: of a wallet, in a collection, or both. */
export async function readLockedOctas(reader: Reader, filter: OfferFilter): Promise<bigint> {
  const row = await readRow(
    reader,
    sql<{ octas: bigint }>`
    select coalesce(sum("priceOctas" * "remainingAmount"), 0) as octas
    from (${tokenOffersSql(filter)} union all ${collectionOffersSql(filter)}) as live`,
  )
  return row?.octas ?? 0n
}
