import { bigint, boolean, defineTable, integer, nullable, numeric, type RowOf, text, timestamp } from './table.ts'

/**
 * What coins and fungible assets are called and how many there are, under Aptos' own indexer's names. `is_token_v2` is
 * always null, as there.
 * Key: asset_type. Writer: write/state/write-fungible. Made again only by streaming again.
 */
export const fungibleMetadata = defineTable('chain.fungible_asset_metadata', ['asset_type'], {
  asset_type: text,
  creator_address: text,
  name: text,
  symbol: text,
  decimals: integer,
  icon_uri: nullable(text),
  project_uri: nullable(text),
  supply_aggregator_table_handle_v1: nullable(text),
  supply_aggregator_table_key_v1: nullable(text),
  token_standard: text,
  is_token_v2: nullable(boolean),
  supply_v2: nullable(numeric),
  maximum_v2: nullable(numeric),
  last_transaction_version: bigint,
  last_transaction_timestamp: timestamp,
})
export type FungibleMetadataRow = RowOf<typeof fungibleMetadata>
