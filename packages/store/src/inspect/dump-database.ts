import type { Database } from '../connect.ts'
import type { Tables } from '../tables/tables.ts'
import { readAllRows } from './read-all-rows.ts'

/** Tables whose rows depend on the transactions written alone. The change feed and fetched metadata do not. */
const COMPARABLE: readonly (keyof Tables)[] = [
  'chain.transactions',
  'chain.events',
  'chain.changes',
  'chain.decode_stops',
  'chain.current_collections_v2',
  'chain.current_token_datas_v2',
  'chain.current_token_ownerships_v2',
  'chain.token_activities_v2',
  'chain.current_token_pending_claims',
  'chain.current_royalties',
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

/** Columns that hold the server's clock. */
const CLOCKS = new Set(['inserted_at', 'updated_at', 'stopped_at'])

/** Every comparable row as text, sorted, by table: two databases of one history give equal dumps. */
export async function dumpDatabase(db: Database): Promise<Readonly<Record<string, readonly string[]>>> {
  const dump: Record<string, readonly string[]> = {}
  for (const table of COMPARABLE) dump[table] = (await readAllRows(db, table)).map(toText).sort()
  return dump
}

function toText(row: Record<string, unknown>): string {
  const kept = Object.entries(row).filter(([name]) => !CLOCKS.has(name))
  return JSON.stringify(Object.fromEntries(kept), (_, value) => (typeof value === 'bigint' ? value.toString() : value))
}
