import { bigint, boolean, defineTable, numeric, type RowOf, text, timestamp } from './table.ts'

/**
 * What is in a coin store (v1) or in a store of a fungible asset (v2). One owner's store of a coin and primary store of
 * the paired asset share a storage id; the view `chain.current_fungible_asset_balances` shows both in one row.
 * Key: storage_id, token_standard. Writer: write/state/write-fungible. Made again only by streaming again.
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
