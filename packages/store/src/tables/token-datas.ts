import { bigint, boolean, defineTable, jsonb, nullable, numeric, type RowOf, text, timestamp } from './table.ts'

/**
 * A token as its newest write says, under Aptos' own indexer's names.
 * Key: token_data_id. Writer: write/write-token-state; an older version never overwrites a newer. Rebuildable: from chain.changes.
 */
export const tokenDatas = defineTable('chain.current_token_datas_v2', ['token_data_id'], {
  token_data_id: text,
  collection_id: text,
  token_name: text,
  description: text,
  token_uri: text,
  token_properties: jsonb,
  maximum: nullable(numeric),
  supply: nullable(numeric),
  largest_property_version_v1: nullable(numeric),
  token_standard: text,
  is_fungible_v2: nullable(boolean),
  decimals: nullable(bigint),
  is_deleted_v2: nullable(boolean),
  last_transaction_version: bigint,
  last_transaction_timestamp: timestamp,
})
export type TokenDataRow = RowOf<typeof tokenDatas>
