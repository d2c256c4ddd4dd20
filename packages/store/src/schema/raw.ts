import {
  bigint,
  boolean,
  defineTable,
  integer,
  jsonb,
  nullable,
  numeric,
  type RowOf,
  text,
  timestamp,
} from './table.ts'

/**
 * A transaction that holds at least one wanted event or change.
 * Key: version. Writer: ingest/raw/write-raw, append-only. Rebuildable: only from the chain itself.
 */
export const transactions = defineTable('chain.transactions', ['version'], {
  version: bigint,
  hash: text,
  block_height: bigint,
  epoch: bigint,
  timestamp_micros: bigint,
  success: boolean,
  sender: nullable(text),
  entry_function: nullable(text),
  gas_used: bigint,
  gas_unit_price: bigint,
})
export type TransactionRow = RowOf<typeof transactions>

/**
 * A wanted event as the chain emitted it; `event_index` is its position in the transaction.
 * Key: version, event_index. Writer: ingest/raw/write-raw, append-only. Rebuildable: only from the chain itself.
 */
export const events = defineTable('chain.events', ['version', 'event_index'], {
  version: bigint,
  event_index: integer,
  type: text,
  account_address: text,
  creation_number: numeric,
  sequence_number: numeric,
  data: jsonb,
})
export type EventRow = RowOf<typeof events>

/**
 * A wanted write-set entry. `type` is the resource's type or, for table items, the type of the value.
 * Key: version, change_index. Writer: ingest/raw/write-raw, append-only. Rebuildable: only from the chain itself.
 */
export const changes = defineTable('chain.changes', ['version', 'change_index'], {
  version: bigint,
  change_index: integer,
  kind: text,
  address: nullable(text),
  type: nullable(text),
  handle: nullable(text),
  key_type: nullable(text),
  key: nullable(jsonb),
  data: nullable(jsonb),
})
export type ChangeRow = RowOf<typeof changes>

/**
 * User transactions under Aptos' own indexer's names, failed ones too.
 * Key: version. Writer: ingest/names-and-assets/write-transactions. Made again only by streaming again.
 */
export const userTransactions = defineTable('chain.user_transactions', ['version'], {
  version: bigint,
  block_height: bigint,
  sender: text,
  sequence_number: nullable(bigint),
  max_gas_amount: numeric,
  gas_unit_price: numeric,
  expiration_timestamp_secs: timestamp,
  parent_signature_type: text,
  entry_function_id_str: nullable(text),
  entry_function_contract_address: nullable(text),
  entry_function_module_name: nullable(text),
  entry_function_function_name: nullable(text),
  epoch: bigint,
  timestamp,
})
export type UserTransactionRow = RowOf<typeof userTransactions>

/**
 * Which key opens an account that is not found by its key alone.
 * Key: account_address. Writer: ingest/names-and-assets/write-transactions. Made again only by streaming again.
 */
export const authKeyAddresses = defineTable('chain.auth_key_account_addresses', ['account_address'], {
  account_address: text,
  auth_key: text,
  is_auth_key_used: boolean,
  last_transaction_version: bigint,
})
export type AuthKeyAddressRow = RowOf<typeof authKeyAddresses>

/**
 * The keys that make up a key of several.
 * Key: public_key, public_key_type, auth_key. Writer: ingest/names-and-assets/write-transactions. Made again only by streaming again.
 */
export const publicKeyAuthKeys = defineTable(
  'chain.public_key_auth_keys',
  ['public_key', 'public_key_type', 'auth_key'],
  {
    public_key: text,
    public_key_type: text,
    auth_key: text,
    account_public_key: text,
    signature_type: text,
    is_public_key_used: boolean,
    last_transaction_version: bigint,
  },
)
export type PublicKeyAuthKeyRow = RowOf<typeof publicKeyAuthKeys>

/**
 * Every item written to a table, and every deletion of one.
 * Key: transaction_version, write_set_change_index. Writer: ingest/names-and-assets/write-transactions. Made again only by streaming again.
 */
export const tableItems = defineTable('chain.table_items', ['transaction_version', 'write_set_change_index'], {
  transaction_version: bigint,
  write_set_change_index: bigint,
  table_handle: text,
  key: text,
  decoded_key: jsonb,
  decoded_value: nullable(jsonb),
  is_deleted: boolean,
})
export type TableItemRow = RowOf<typeof tableItems>

/**
 * Move types of tables' keys and values.
 * Key: handle. Writer: ingest/names-and-assets/write-transactions. Made again only by streaming again.
 */
export const tableMetadatas = defineTable('chain.table_metadatas', ['handle'], {
  handle: text,
  key_type: text,
  value_type: text,
})
export type TableMetadataRow = RowOf<typeof tableMetadatas>
