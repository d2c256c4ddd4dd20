import { sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { definePhase } from '../define-phase.ts'
import { type OrderKey, touchedOrdersPhase } from '../orders/touched-orders.ts'
import type { CountsByCollection } from './counts-by-collection.ts'

/** Counts the listings that the batch changes, as they were before it. */
export const listedBeforePhase = definePhase({
  name: 'listed-before',
  needs: { touched: touchedOrdersPhase },
  readsBefore: ['market.listings'],
  read: async (db, { touched }) => {
    const listings = touched.orders.filter(({ book }) => book === 'listing')
    return { listings, counts: await countListed(db, listings) }
  },
  compute: (_given, before) => before,
})

/** Counts the given listings that can be bought, by collection. Reads a row for each of them, however many listings their collections have. */
export async function countListed(db: Executor, listings: readonly OrderKey[]): Promise<CountsByCollection> {
  if (listings.length === 0) return new Map()
  const { rows } = await sql<{ collection_id: string; count: bigint }>`
    select l.collection_id, count(*) as count
    from unnest(${listings.map((listing) => listing.marketplace)}::text[], ${listings.map((listing) => listing.order_id)}::text[])
      as touched (marketplace, listing_id)
    cross join lateral (
      select * from market.listings where marketplace = touched.marketplace and listing_id = touched.listing_id offset 0
    ) l
    where l.state = 'open' and l.validity = 'valid' and l.collection_id is not null
    group by 1`.execute(db)
  return new Map(rows.map((row) => [row.collection_id, row.count]))
}
