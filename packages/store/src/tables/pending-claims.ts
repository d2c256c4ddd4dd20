import { bigint, defineTable, numeric, type RowOf, text, timestamp } from './table.ts'

/**
 * Offers of v1 tokens, under Aptos' own indexer's names. Amount 0 means claimed or cancelled. The `hash` columns are the ids
 * without `0x`.
 * Key: token, property version, from, to. Writer: write/write-token-state. Rebuildable: from chain.changes and events.
 */
export const pendingClaims = defineTable(
  'chain.current_token_pending_claims',
  ['token_data_id_hash', 'property_version', 'from_address', 'to_address'],
  {
    token_data_id_hash: text,
    property_version: numeric,
    from_address: text,
    to_address: text,
    collection_data_id_hash: text,
    creator_address: text,
    collection_name: text,
    name: text,
    amount: numeric,
    table_handle: text,
    token_data_id: text,
    collection_id: text,
    last_transaction_version: bigint,
    last_transaction_timestamp: timestamp,
  },
)
export type PendingClaimRow = RowOf<typeof pendingClaims>
