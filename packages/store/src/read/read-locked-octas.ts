import { sql } from 'kysely'
import { type Reader, readRow } from './read-rows.ts'

/**
 * Octas that lie in open offers, expired ones included: their bidders have yet to take them back. Of a collection (its
 * own offers and those for its tokens), of a bidder, or both.
 */
export async function readLockedOctas(
  reader: Reader,
  of: { readonly collectionId?: string; readonly bidder?: string },
): Promise<bigint> {
  const row = await readRow(
    reader,
    sql<{ octas: bigint }>`
    select coalesce(sum(octas), 0) as octas from (
      select price_octas * remaining_amount as octas, collection_id, buyer from market.collection_offers where state = 'open'
      union all
      select price_octas, collection_id, buyer from market.token_offers where state = 'open'
    ) locked
    where (${of.collectionId ?? null}::text is null or collection_id = ${of.collectionId ?? null})
      and (${of.bidder ?? null}::text is null or buyer = ${of.bidder ?? null})`,
  )
  return row?.octas ?? 0n
}
