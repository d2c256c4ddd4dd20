import { bigint, boolean, defineTable, nullable, numeric, type RowOf, text, timestamp } from './table.ts'

/**
 * Deposits, withdrawals, freezings and gas fees (event index -1), under Aptos' own indexer's names.
 * Key: transaction_version, event_index. Writer: write/state/write-fungible. Made again only by streaming again.
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
