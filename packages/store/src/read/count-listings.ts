import { sql } from 'kysely'
import { type Reader, readRows } from './read-rows.ts'

/** How many live listings a wallet has on each marketplace; listings on one that can no longer be bought from count too. */
export function countListings(
  reader: Reader,
  seller: string,
): Promise<readonly { readonly marketplace: string; readonly listedCount: bigint }[]> {
  return readRows(
    reader,
    sql<{ marketplace: string; listedCount: bigint }>`
    select marketplace, count(*) as "listedCount" from market.listings
    where seller = ${seller} and state = 'open' and validity in ('valid', 'venue-closed')
    group by marketplace order by marketplace`,
  )
}
