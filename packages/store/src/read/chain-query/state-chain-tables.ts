import { type ChainTable, optional, required, TRANSACTION_COLUMNS } from './chain-table.ts'

const NAMES: ChainTable = {
  name: 'current_aptos_names',
  from: 'chain.current_aptos_names',
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
    last_transaction_version: optional('bigint'),
  },
  relations: {},
}

const NAME_LOOKUPS: ChainTable = {
  name: 'current_ans_lookup_v2',
  from: 'chain.current_ans_lookup_v2',
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

const PRIMARY_NAMES: ChainTable = {
  name: 'current_ans_primary_name_v2',
  from: 'chain.current_ans_primary_name_v2',
  columns: {
    registered_address: required('String'),
    token_standard: required('String'),
    domain: optional('String'),
    subdomain: optional('String'),
    token_name: optional('String'),
    is_deleted: required('Boolean'),
    last_transaction_version: required('bigint'),
  },
  relations: {},
}

const FUNGIBLE_BALANCES: ChainTable = {
  name: 'current_fungible_asset_balances',
  from: 'chain.current_fungible_asset_balances',
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
  relations: { metadata: { table: 'fungible_asset_metadata', on: ['asset_type', 'asset_type'] } },
}

const FUNGIBLE_METADATA: ChainTable = {
  name: 'fungible_asset_metadata',
  from: 'chain.fungible_asset_metadata',
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

/** Every user transaction pays gas, so these are as complete as balances are followed. */
const USER_TRANSACTIONS: ChainTable = {
  name: 'user_transactions',
  from: `(
    select transaction_version as version, block_height, owner_address as sender, entry_function_id_str,
      transaction_timestamp as timestamp
    from chain.fungible_asset_activities
    where is_gas_fee)`,
  columns: {
    version: required('bigint'),
    block_height: required('bigint'),
    sender: optional('String'),
    entry_function_id_str: optional('String'),
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
  columns: { account_address: required('String'), transaction_version: required('bigint') },
  relations: {},
}

/** Names, balances and objects, as far as they are followed. @source Aptos' own indexer: names, columns and relations as the SDK asks for them */
export const STATE_CHAIN_TABLES: readonly ChainTable[] = [
  NAMES,
  NAME_LOOKUPS,
  PRIMARY_NAMES,
  FUNGIBLE_BALANCES,
  FUNGIBLE_ACTIVITIES,
  FUNGIBLE_METADATA,
  USER_TRANSACTIONS,
  ACCOUNT_TRANSACTIONS,
  OBJECTS,
]
