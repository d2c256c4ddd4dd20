import { sql } from 'kysely'
import type { DatabaseTransaction } from '../connect.ts'

/** Everything derived, in `market` and `chain`; the raw rows, the checkpoint, fetched metadata and the feed stay. */
const DERIVED = [
  'chain.current_collections_v2',
  'chain.current_token_datas_v2',
  'chain.current_token_ownerships_v2',
  'chain.token_activities_v2',
  'chain.current_token_pending_claims',
  'chain.current_royalties',
  'chain.decode_stops',
  'market.nft_marketplace_activities',
  'market.current_nft_marketplace_listings',
  'market.current_nft_marketplace_token_offers',
  'market.current_nft_marketplace_collection_offers',
  'market.order_events',
  'market.listings',
  'market.listing_spans',
  'market.token_offers',
  'market.collection_offers',
  'market.token_holders',
  'market.sales',
  'market.activities',
  'market.collection_stats',
  'market.collection_hours',
]

/** Empties every derived table, so that it can be made again from the raw rows. Readers see the old rows until the commit. */
export async function clearDerived(db: DatabaseTransaction): Promise<void> {
  for (const table of DERIVED) await sql`delete from ${sql.table(table)}`.execute(db)
}
