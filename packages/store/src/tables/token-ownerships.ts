import { bigint, boolean, defineTable, jsonb, nullable, numeric, type RowOf, text, timestamp } from './table.ts'

/**
 * Who owns a token on chain, raw: a listed token's owner is the listing object. Amount 0 means no longer.
 * For the holder in the product's eyes see token-holders.
 * Key: token, property version, owner, storage. Writer: write/write-token-state. Rebuildable: from chain.changes and events.
 */
export const tokenOwnerships = defineTable(
  'chain.current_token_ownerships_v2',
  ['token_data_id', 'property_version_v1', 'owner_address', 'storage_id'],
  {
    token_data_id: text,
    property_version_v1: numeric,
    owner_address: text,
    storage_id: text,
    amount: numeric,
    token_standard: text,
    table_type_v1: nullable(text),
    token_properties_mutated_v1: nullable(jsonb),
    is_soulbound_v2: nullable(boolean),
    is_fungible_v2: nullable(boolean),
    non_transferrable_by_owner: nullable(boolean),
    last_transaction_version: bigint,
    last_transaction_timestamp: timestamp,
  },
)
export type TokenOwnershipRow = RowOf<typeof tokenOwnerships>
