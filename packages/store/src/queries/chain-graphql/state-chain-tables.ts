import { type ChainTable, optional, required, TRANSACTION_COLUMNS } from './chain-table.ts'

const NAMES: ChainTable = {
  name: 'current_aptos_names',
  // A subdomain may end with its domain. @source Aptos' own indexer's view of this name
  from: `(
    select *, case when subdomain_expiration_policy = 1 then domain_expiration_timestamp else expiration_timestamp end
      >= now() at time zone 'utc' as is_active
    from chain.current_aptos_names)`,
  hasAggregate: true,
  columns: {
    domain: optional('String'),
    domain_with_suffix: optional('String'),
    subdomain: optional('String'),
    token_name: optional('String'),
    token_standard: optional('String'),
    registered_address: optional('String'),
    expiration_timestamp: optional('timestamp'),
    subdomain_expiration_policy: optional('bigint'),
    domain_expiration_timestamp: optional('timestamp'),
    token_data_id: optional('String'),
    owner_address: optional('String'),
    is_primary: optional('Boolean'),
    is_active: optional('Boolean'),
    last_transaction_version: optional('bigint'),
  },
  relations: {},
}

const NAME_LOOKUPS: ChainTable = {
  name: 'current_ans_lookup_v2',
  from: 'chain.current_ans_lookup_v2',
  key: ['domain', 'subdomain', 'token_standard'],
  columns: {
    domain: required('String'),
    subdomain: required('String'),
    token_standard: required('String'),
    token_name: optional('String'),
    registered_address: optional('String'),
    expiration_timestamp: required('timestamp'),
    is_deleted: required('Boolean'),
    subdomain_expiration_policy: optional('bigint'),
    last_transaction_version: required('bigint'),
  },
  relations: {},
}

const FUNGIBLE_BALANCES: ChainTable = {
  name: 'current_fungible_asset_balances',
  from: 'chain.current_fungible_asset_balances',
  key: ['storage_id'],
  hasAggregate: true,
  columns: {
    storage_id: required('String'),
    owner_address: required('String'),
    asset_type: optional('String'),
    asset_type_v1: optional('String'),
    asset_type_v2: optional('String'),
    is_primary: optional('Boolean'),
    is_frozen: required('Boolean'),
    amount: optional('numeric'),
    amount_v1: optional('numeric'),
    amount_v2: optional('numeric'),
    last_transaction_version: optional('bigint'),
    last_transaction_version_v1: optional('bigint'),
    last_transaction_version_v2: optional('bigint'),
    last_transaction_timestamp: optional('timestamp'),
    last_transaction_timestamp_v1: optional('timestamp'),
    last_transaction_timestamp_v2: optional('timestamp'),
    token_standard: optional('String'),
  },
  relations: { metadata: { table: 'fungible_asset_metadata', on: ['asset_type', 'asset_type'] } },
}

const FUNGIBLE_ACTIVITIES: ChainTable = {
  name: 'fungible_asset_activities',
  from: 'chain.fungible_asset_activities',
  key: ['event_index', 'transaction_version'],
  columns: {
    transaction_version: required('bigint'),
    event_index: required('bigint'),
    owner_address: optional('String'),
    storage_id: required('String'),
    asset_type: optional('String'),
    is_frozen: optional('Boolean'),
    amount: optional('numeric'),
    type: required('String'),
    is_gas_fee: required('Boolean'),
    gas_fee_payer_address: optional('String'),
    is_transaction_success: required('Boolean'),
    entry_function_id_str: optional('String'),
    block_height: required('bigint'),
    token_standard: required('String'),
    transaction_timestamp: required('timestamp'),
    storage_refund_amount: required('numeric'),
  },
  relations: {
    metadata: { table: 'fungible_asset_metadata', on: ['asset_type', 'asset_type'] },
    owner_aptos_names: { table: 'current_aptos_names', on: ['owner_address', 'registered_address'], isMany: true },
  },
}

const FUNGIBLE_METADATA: ChainTable = {
  name: 'fungible_asset_metadata',
  from: 'chain.fungible_asset_metadata',
  key: ['asset_type'],
  columns: {
    asset_type: required('String'),
    creator_address: required('String'),
    name: required('String'),
    symbol: required('String'),
    decimals: required('Int'),
    icon_uri: optional('String'),
    project_uri: optional('String'),
    supply_aggregator_table_handle_v1: optional('String'),
    supply_aggregator_table_key_v1: optional('String'),
    token_standard: required('String'),
    is_token_v2: optional('Boolean'),
    supply_v2: optional('numeric'),
    maximum_v2: optional('numeric'),
    ...TRANSACTION_COLUMNS,
  },
  relations: {},
}

const OBJECTS: ChainTable = {
  name: 'current_objects',
  from: 'chain.current_objects',
  key: ['object_address'],
  columns: {
    object_address: required('String'),
    owner_address: required('String'),
    state_key_hash: required('String'),
    allow_ungated_transfer: required('Boolean'),
    last_guid_creation_num: required('numeric'),
    last_transaction_version: required('bigint'),
    is_deleted: required('Boolean'),
    untransferrable: required('Boolean'),
  },
  relations: {},
}

const USER_TRANSACTIONS: ChainTable = {
  name: 'user_transactions',
  from: 'chain.user_transactions',
  key: ['version'],
  columns: {
    version: required('bigint'),
    block_height: required('bigint'),
    sender: required('String'),
    sequence_number: optional('bigint'),
    max_gas_amount: required('numeric'),
    gas_unit_price: required('numeric'),
    expiration_timestamp_secs: required('timestamp'),
    parent_signature_type: required('String'),
    entry_function_id_str: optional('String'),
    entry_function_contract_address: optional('String'),
    entry_function_module_name: optional('String'),
    entry_function_function_name: optional('String'),
    epoch: required('bigint'),
    timestamp: required('timestamp'),
  },
  relations: {},
}

/** In which transactions an account paid gas, had its coins moved, or gave or got a token. */
const ACCOUNT_TRANSACTIONS: ChainTable = {
  name: 'account_transactions',
  from: `(
    select owner_address as account_address, transaction_version
    from chain.fungible_asset_activities where owner_address is not null
    union
    select from_address, transaction_version from chain.token_activities_v2 where from_address is not null
    union
    select to_address, transaction_version from chain.token_activities_v2 where to_address is not null)`,
  key: ['account_address', 'transaction_version'],
  hasAggregate: true,
  columns: { account_address: required('String'), transaction_version: required('bigint') },
  relations: {
    user_transaction: { table: 'user_transactions', on: ['transaction_version', 'version'] },
    fungible_asset_activities: {
      table: 'fungible_asset_activities',
      on: ['transaction_version', 'transaction_version'],
      isMany: true,
    },
    token_activities_v2: {
      table: 'token_activities_v2',
      on: ['transaction_version', 'transaction_version'],
      isMany: true,
    },
  },
}

const AUTH_KEYS: ChainTable = {
  name: 'auth_key_account_addresses',
  from: 'chain.auth_key_account_addresses',
  key: ['account_address'],
  hasAggregate: true,
  columns: {
    auth_key: required('String'),
    account_address: required('String'),
    is_auth_key_used: required('Boolean'),
    last_transaction_version: required('bigint'),
  },
  relations: {},
}

const PUBLIC_KEYS: ChainTable = {
  name: 'public_key_auth_keys',
  from: 'chain.public_key_auth_keys',
  key: ['auth_key', 'public_key', 'public_key_type'],
  columns: {
    public_key: required('String'),
    public_key_type: required('String'),
    auth_key: required('String'),
    account_public_key: optional('String'),
    signature_type: required('String'),
    is_public_key_used: required('Boolean'),
    last_transaction_version: required('bigint'),
  },
  relations: {},
}

const TABLE_ITEMS: ChainTable = {
  name: 'table_items',
  from: 'chain.table_items',
  key: ['transaction_version', 'write_set_change_index'],
  columns: {
    table_handle: required('String'),
    key: required('String'),
    decoded_key: required('jsonb'),
    decoded_value: optional('jsonb'),
    transaction_version: required('bigint'),
    write_set_change_index: required('bigint'),
  },
  relations: {},
}

const TABLE_METADATAS: ChainTable = {
  name: 'table_metadatas',
  from: 'chain.table_metadatas',
  key: ['handle'],
  columns: { handle: required('String'), key_type: required('String'), value_type: required('String') },
  relations: {},
}

/** Names, balances, objects, transactions and keys, as far as they are followed. @source Aptos' own indexer: names, columns and relations as the SDK asks for them */
export const STATE_CHAIN_TABLES: readonly ChainTable[] = [
  NAMES,
  NAME_LOOKUPS,
  FUNGIBLE_BALANCES,
  FUNGIBLE_ACTIVITIES,
  FUNGIBLE_METADATA,
  USER_TRANSACTIONS,
  ACCOUNT_TRANSACTIONS,
  AUTH_KEYS,
  PUBLIC_KEYS,
  TABLE_ITEMS,
  TABLE_METADATAS,
  OBJECTS,
]
