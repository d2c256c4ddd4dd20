import type { Tables } from './tables.ts'

/**
 * Tables that can be derived again from the raw rows, in `market` and `chain`: a rebuild empties them, and two databases
 * of one history hold the same rows in them. Raw rows, checkpoint, fetched metadata and the feed are not among them.
 */
export const DERIVED_TABLES = [
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
  'market.commission_changes',
  'market.listings',
  'market.listing_spans',
  'market.offer_spans',
  'market.ownership_events',
  'market.mint_costs',
  'market.bid_pools',
  'market.token_stores',
  'market.token_store_turns',
  'market.lots',
  'market.lot_sums',
  'market.lot_states',
  'market.owner_spans',
  'market.token_offers',
  'market.collection_offers',
  'market.token_holders',
  'market.collection_holders',
  'market.sales',
  'market.activities',
  'market.collection_stats',
  'market.collection_hours',
  'market.points_ledger',
  'market.points_totals',
] as const satisfies readonly (keyof Tables)[]

/**
 * Tables that workers derive from derived rows and fetched metadata, apart from the pipeline: equal in two databases that have
 * fetched the same and whose queues are empty. A rebuild empties them too, and queues all work again.
 */
export const METADATA_TABLES = [
  'market.token_rarity',
  'market.token_list_items',
] as const satisfies readonly (keyof Tables)[]

/**
 * Tables of the ledger's state other than tokens and orders. They are written from the stream as far as the configured scope
 * goes, and a rebuild leaves them alone: two databases that saw one history within one scope hold the same rows in them.
 */
export const STATE_TABLES = [
  'chain.current_ans_lookup_v2',
  'chain.current_ans_primary_name_v2',
  'chain.fungible_stores',
  'chain.coin_pairs',
  'chain.fungible_asset_activities',
  'chain.fungible_asset_metadata',
  'chain.object_states',
  'chain.object_deletions',
  'chain.object_changes',
  'chain.user_transactions',
  'chain.auth_key_account_addresses',
  'chain.public_key_auth_keys',
  'chain.table_items',
  'chain.table_metadatas',
  'market.fundings',
] as const satisfies readonly (keyof Tables)[]
