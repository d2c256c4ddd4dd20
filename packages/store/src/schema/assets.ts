import { bigint, boolean, defineTable, integer, nullable, numeric, type RowOf, text, timestamp } from './table.ts'

/**
 * Metadata and supply of coins and fungible assets, with the columns of Aptos' own indexer. `is_token_v2` is
 * always null, as there.
 * Key: asset_type. Writer: ingest/names-and-assets/write-fungible. Made again only by streaming again.
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

/**
 * Balance of a coin store (v1) or of a fungible asset's store (v2). One owner's store of a coin and primary store of
 * the paired asset share a storage id; the view `chain.current_fungible_asset_balances` shows both in one row.
 * Key: storage_id, token_standard. Writer: ingest/names-and-assets/write-fungible. Made again only by streaming again.
 */
export const fungibleStores = defineTable('chain.fungible_stores', ['storage_id', 'token_standard'], {
  storage_id: text,
  token_standard: text,
  owner_address: text,
  asset_type: text,
  is_primary: boolean,
  is_frozen: boolean,
  amount: numeric,
  last_transaction_version: bigint,
  last_transaction_timestamp: timestamp,
})
export type FungibleStoreRow = RowOf<typeof fungibleStores>

/** Row of the view `chain.current_fungible_asset_balances`, Aptos' own indexer's names. */
export interface FungibleBalanceRow {
  readonly storage_id: string
  readonly owner_address: string
  readonly asset_type_v1: string | null
  readonly asset_type_v2: string | null
  readonly asset_type: string
  readonly is_primary: boolean
  readonly is_frozen: boolean
  readonly amount_v1: bigint | null
  readonly amount_v2: bigint | null
  readonly amount: bigint
  readonly last_transaction_version_v1: bigint | null
  readonly last_transaction_version_v2: bigint | null
  readonly last_transaction_version: bigint
  readonly last_transaction_timestamp_v1: string | null
  readonly last_transaction_timestamp_v2: string | null
  readonly last_transaction_timestamp: string
  readonly token_standard: string
}

/**
 * Deposits, withdrawals, freezings and gas fees (event index -1), under Aptos' own indexer's names.
 * Key: transaction_version, event_index. Writer: ingest/names-and-assets/write-fungible. Made again only by streaming again.
 */
export const fungibleActivities = defineTable(
  'chain.fungible_asset_activities',
  ['transaction_version', 'event_index'],
  {
    transaction_version: bigint,
    event_index: bigint,
    owner_address: nullable(text),
    storage_id: text,
    asset_type: nullable(text),
    is_frozen: nullable(boolean),
    amount: nullable(numeric),
    type: text,
    is_gas_fee: boolean,
    gas_fee_payer_address: nullable(text),
    is_transaction_success: boolean,
    entry_function_id_str: nullable(text),
    block_height: bigint,
    token_standard: text,
    transaction_timestamp: timestamp,
    storage_refund_amount: numeric,
  },
)
export type FungibleActivityRow = RowOf<typeof fungibleActivities>

/**
 * Coins and the fungible assets they are paired with. The asset's address is made of the coin's type, so a pair never
 * changes; APT's is there from the start.
 * Key: metadata_address. Writer: ingest/names-and-assets/write-fungible. Made again only by streaming again.
 */
export const coinPairs = defineTable('chain.coin_pairs', ['metadata_address'], {
  metadata_address: text,
  coin_type: text,
})
export type CoinPairRow = RowOf<typeof coinPairs>

/**
 * The latest state of an object.
 * Key: object_address. Writer: ingest/names-and-assets/write-objects. Made again only by streaming again.
 */
export const objectStates = defineTable('chain.object_states', ['object_address'], {
  object_address: text,
  owner_address: text,
  state_key_hash: text,
  guid_creation_num: numeric,
  allow_ungated_transfer: boolean,
  untransferrable: boolean,
  written_version: bigint,
})
export type ObjectStateRow = RowOf<typeof objectStates>

/** Last deletion of an object, apart from its writes, so that it may arrive before the write it deletes. Key: object_address. */
export const objectDeletions = defineTable('chain.object_deletions', ['object_address'], {
  object_address: text,
  deleted_version: bigint,
})
export type ObjectDeletionRow = RowOf<typeof objectDeletions>

/** Row of the view `chain.current_objects`, which joins the two under Aptos' own indexer's names. */
export interface CurrentObjectRow {
  readonly object_address: string
  readonly owner_address: string
  readonly state_key_hash: string
  readonly allow_ungated_transfer: boolean
  readonly last_guid_creation_num: bigint
  readonly last_transaction_version: bigint
  readonly is_deleted: boolean
  readonly untransferrable: boolean
}

/**
 * Every resource written to an object and every deletion of one; stored when all objects are in scope. A deletion says
 * nothing itself: the view `chain.objects`, with Aptos' own indexer's names, shows what the object last was.
 * Key: transaction_version, write_set_change_index. Writer: ingest/names-and-assets/write-objects. Made again only by streaming again.
 */
export const objectChanges = defineTable('chain.object_changes', ['transaction_version', 'write_set_change_index'], {
  transaction_version: bigint,
  write_set_change_index: bigint,
  object_address: text,
  state_key_hash: text,
  owner_address: nullable(text),
  guid_creation_num: nullable(numeric),
  allow_ungated_transfer: nullable(boolean),
  untransferrable: nullable(boolean),
  is_deleted: boolean,
})
export type ObjectChangeRow = RowOf<typeof objectChanges>

/** Row of the view `chain.objects`. */
export interface ObjectHistoryRow {
  readonly transaction_version: bigint
  readonly write_set_change_index: bigint
  readonly object_address: string
  readonly owner_address: string
  readonly state_key_hash: string
  readonly guid_creation_num: bigint
  readonly allow_ungated_transfer: boolean
  readonly is_deleted: boolean
  readonly untransferrable: boolean
}
