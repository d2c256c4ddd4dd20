import { bigint, boolean, defineTable, nullable, numeric, type RowOf, text, timestamp } from './table.ts'

/**
 * A token event (mint, burn, deposit, withdraw, transfer, mutation ...) under Aptos' own indexer's names.
 * Key: transaction_version, event_index. Writer: write/write-token-state, append-only. Rebuildable: from chain.events.
 */
export const tokenActivities = defineTable('chain.token_activities_v2', ['transaction_version', 'event_index'], {
  transaction_version: bigint,
  event_index: bigint,
  event_account_address: text,
  token_data_id: text,
  property_version_v1: numeric,
  type: text,
  from_address: nullable(text),
  to_address: nullable(text),
  token_amount: numeric,
  before_value: nullable(text),
  after_value: nullable(text),
  entry_function_id_str: nullable(text),
  token_standard: text,
  is_fungible_v2: nullable(boolean),
  transaction_timestamp: timestamp,
})
export type TokenActivityRow = RowOf<typeof tokenActivities>
