import type { Tables } from './tables.ts'

/**
 * Tables of the ledger's state beside tokens and orders. They are written from the stream as far as the configured scope
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
