import { type RawBuilder, sql } from 'kysely'

/**
 * Selects the listings that an owner of tokens may be: each is an object of its own. They are found by their id alone, so that no plan reads
 * all listings that a token ever had.
 * @param owner the outer query's column.
 */
export function listingOfOwner(owner: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select * from market.listings where listing_id = ${owner} offset 0)`
}
