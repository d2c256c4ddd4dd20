import { sql } from 'kysely'
import { type Reader, readRows } from './read-rows.ts'
import { LISTING_COLUMNS, type ListingRow } from './read-token-orders.ts'

/** Open listings by their ids, which are unique per marketplace; in no order, unknown ones are left out. */
export function readListingsById(
  reader: Reader,
  ids: readonly { readonly marketplace: string; readonly listingId: string }[],
): Promise<readonly ListingRow[]> {
  return readRows(
    reader,
    sql<ListingRow>`
    select ${LISTING_COLUMNS} from market.listings where state = 'open' and (marketplace, listing_id) in (
      select * from unnest(${ids.map((id) => id.marketplace)}::text[], ${ids.map((id) => id.listingId)}::text[])
    )`,
  )
}
