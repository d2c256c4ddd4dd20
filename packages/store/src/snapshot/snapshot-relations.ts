/**
 * Tables and views that an open snapshot holds: what the chain says and what follows from it. Nothing of `account` is
 * among them, nor raw rows, which any node of the chain has, nor queues and other inner workings.
 */
export const SNAPSHOT_RELATIONS = [
  'public_api.collections',
  'public_api.listings',
  'public_api.token_offers',
  'public_api.collection_offers',
  'public_api.sales',
  'chain.current_collections_v2',
  'chain.current_token_datas_v2',
  'chain.current_token_ownerships_v2',
  'chain.current_token_pending_claims',
  'chain.current_royalties',
  'chain.token_activities_v2',
  'market.venues',
  'market.activities',
  'market.collection_hours',
  'market.lots',
  'market.points_ledger',
  'market.token_holders',
  'market.token_rarity',
  'market.nft_marketplace_activities',
  'market.current_nft_marketplace_listings',
  'market.current_nft_marketplace_token_offers',
  'market.current_nft_marketplace_collection_offers',
] as const
