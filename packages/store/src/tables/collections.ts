import { bigint, boolean, defineTable, jsonb, nullable, numeric, type RowOf, text, timestamp } from './table.ts'

/**
 * A collection as its newest write says, under Aptos' own indexer's names.
 * Key: collection_id. Writer: write/write-token-state; an older version never overwrites a newer. Rebuildable: from chain.changes.
 */
export const collections = defineTable('chain.current_collections_v2', ['collection_id'], {
  collection_id: text,
  creator_address: text,
  collection_name: text,
  description: text,
  uri: text,
  current_supply: numeric,
  max_supply: nullable(numeric),
  total_minted_v2: nullable(numeric),
  mutable_description: nullable(boolean),
  mutable_uri: nullable(boolean),
  table_handle_v1: nullable(text),
  token_standard: text,
  collection_properties: nullable(jsonb),
  last_transaction_version: bigint,
  last_transaction_timestamp: timestamp,
})
export type CollectionRow = RowOf<typeof collections>
