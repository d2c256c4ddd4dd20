import { type ChainTable, optional, required, TRANSACTION_COLUMNS } from './chain-table.ts'
import { STATE_CHAIN_TABLES } from './state-chain-tables.ts'

const PROCESSOR_STATUS: ChainTable = {
  name: 'processor_status',
  from: 'chain.processor_status',
  key: ['processor'],
  columns: {
    processor: required('String'),
    last_success_version: required('bigint'),
    last_updated: required('timestamp'),
    last_transaction_timestamp: optional('timestamp'),
  },
  relations: {},
}

const LEDGER_INFOS: ChainTable = {
  name: 'ledger_infos',
  from: `(select chain_id::bigint as chain_id from chain.checkpoints where stream = 'main')`,
  key: ['chain_id'],
  columns: { chain_id: required('bigint') },
  relations: {},
}

const COLLECTIONS: ChainTable = {
  name: 'current_collections_v2',
  from: 'chain.current_collections_v2',
  key: ['collection_id'],
  columns: {
    collection_id: required('String'),
    creator_address: required('String'),
    collection_name: required('String'),
    description: required('String'),
    uri: required('String'),
    current_supply: required('numeric'),
    max_supply: optional('numeric'),
    total_minted_v2: optional('numeric'),
    mutable_description: optional('Boolean'),
    mutable_uri: optional('Boolean'),
    table_handle_v1: optional('String'),
    token_standard: required('String'),
    collection_properties: optional('jsonb'),
    ...TRANSACTION_COLUMNS,
  },
  relations: { cdn_asset_uris: { table: 'nft_metadata_crawler_parsed_asset_uris', on: ['uri', 'asset_uri'] } },
}

const TOKEN_DATAS: ChainTable = {
  name: 'current_token_datas_v2',
  from: 'chain.current_token_datas_v2',
  key: ['token_data_id'],
  columns: {
    token_data_id: required('String'),
    collection_id: required('String'),
    token_name: required('String'),
    description: required('String'),
    token_uri: required('String'),
    token_properties: required('jsonb'),
    maximum: optional('numeric'),
    supply: optional('numeric'),
    largest_property_version_v1: optional('numeric'),
    token_standard: required('String'),
    is_fungible_v2: optional('Boolean'),
    is_deleted_v2: optional('Boolean'),
    decimals: optional('bigint'),
    ...TRANSACTION_COLUMNS,
  },
  relations: {
    current_collection: { table: 'current_collections_v2', on: ['collection_id', 'collection_id'] },
    cdn_asset_uris: { table: 'nft_metadata_crawler_parsed_asset_uris', on: ['token_uri', 'asset_uri'] },
    current_royalty_v1: { table: 'current_token_royalty_v1', on: ['token_data_id', 'token_data_id'] },
    current_token_ownerships: {
      table: 'current_token_ownerships_v2',
      on: ['token_data_id', 'token_data_id'],
      isMany: true,
    },
    aptos_name: { table: 'current_aptos_names', on: ['token_data_id', 'token_data_id'] },
  },
}

const TOKEN_OWNERSHIPS: ChainTable = {
  name: 'current_token_ownerships_v2',
  from: 'chain.current_token_ownerships_v2',
  key: ['owner_address', 'property_version_v1', 'storage_id', 'token_data_id'],
  hasAggregate: true,
  columns: {
    token_data_id: required('String'),
    property_version_v1: required('numeric'),
    owner_address: required('String'),
    storage_id: required('String'),
    amount: required('numeric'),
    token_standard: required('String'),
    table_type_v1: optional('String'),
    token_properties_mutated_v1: optional('jsonb'),
    is_soulbound_v2: optional('Boolean'),
    is_fungible_v2: optional('Boolean'),
    non_transferrable_by_owner: optional('Boolean'),
    ...TRANSACTION_COLUMNS,
  },
  relations: {
    current_token_data: { table: 'current_token_datas_v2', on: ['token_data_id', 'token_data_id'] },
    composed_nfts: { table: 'current_token_ownerships_v2', on: ['token_data_id', 'owner_address'], isMany: true },
  },
}

const TOKEN_ACTIVITIES: ChainTable = {
  name: 'token_activities_v2',
  from: 'chain.token_activities_v2',
  key: ['event_index', 'transaction_version'],
  hasAggregate: true,
  columns: {
    transaction_version: required('bigint'),
    event_index: required('bigint'),
    event_account_address: required('String'),
    token_data_id: required('String'),
    property_version_v1: required('numeric'),
    type: required('String'),
    from_address: optional('String'),
    to_address: optional('String'),
    token_amount: required('numeric'),
    before_value: optional('String'),
    after_value: optional('String'),
    entry_function_id_str: optional('String'),
    token_standard: required('String'),
    is_fungible_v2: optional('Boolean'),
    transaction_timestamp: required('timestamp'),
  },
  relations: {
    current_token_data: { table: 'current_token_datas_v2', on: ['token_data_id', 'token_data_id'] },
    aptos_names_from: { table: 'current_aptos_names', on: ['from_address', 'registered_address'], isMany: true },
    aptos_names_to: { table: 'current_aptos_names', on: ['to_address', 'registered_address'], isMany: true },
  },
}

const PENDING_CLAIMS: ChainTable = {
  name: 'current_token_pending_claims',
  from: 'chain.current_token_pending_claims',
  key: ['from_address', 'property_version', 'to_address', 'token_data_id_hash'],
  columns: {
    token_data_id_hash: required('String'),
    property_version: required('numeric'),
    from_address: required('String'),
    to_address: required('String'),
    collection_data_id_hash: required('String'),
    creator_address: required('String'),
    collection_name: required('String'),
    name: required('String'),
    amount: required('numeric'),
    table_handle: required('String'),
    token_data_id: required('String'),
    collection_id: required('String'),
    ...TRANSACTION_COLUMNS,
  },
  relations: {
    current_token_data_v2: { table: 'current_token_datas_v2', on: ['token_data_id', 'token_data_id'] },
    current_collection_v2: { table: 'current_collections_v2', on: ['collection_id', 'collection_id'] },
  },
}

/** Royalties of tokens of the first standard; those of the second lie with their objects. */
const TOKEN_ROYALTIES: ChainTable = {
  name: 'current_token_royalty_v1',
  from: `(
    select r.object_address as token_data_id, r.payee_address, r.numerator as royalty_points_numerator,
      r.denominator as royalty_points_denominator, r.last_transaction_version,
      timestamp 'epoch' + coalesce(x.timestamp_micros, 0) * interval '1 microsecond' as last_transaction_timestamp
    from chain.current_royalties r
    join chain.current_token_datas_v2 t on t.token_data_id = r.object_address and t.token_standard = 'v1'
    left join chain.transactions x on x.version = r.last_transaction_version)`,
  key: ['token_data_id'],
  columns: {
    token_data_id: required('String'),
    payee_address: required('String'),
    royalty_points_numerator: required('numeric'),
    royalty_points_denominator: required('numeric'),
    ...TRANSACTION_COLUMNS,
  },
  relations: {},
}

/** Holdings of a wallet by collection. @source Aptos' own indexer's view of this name */
const COLLECTION_OWNERSHIPS: ChainTable = {
  name: 'current_collection_ownership_v2_view',
  from: `(
    select o.owner_address, t.collection_id, c.collection_name, c.creator_address, c.uri as collection_uri,
      count(distinct o.token_data_id) as distinct_tokens, max(o.last_transaction_version) as last_transaction_version,
      min(t.token_uri) as single_token_uri
    from chain.current_token_ownerships_v2 o
    join chain.current_token_datas_v2 t on t.token_data_id = o.token_data_id
    left join chain.current_collections_v2 c on c.collection_id = t.collection_id
    where o.amount > 0
    group by o.owner_address, t.collection_id, c.collection_name, c.creator_address, c.uri)`,
  hasAggregate: true,
  columns: {
    owner_address: required('String'),
    collection_id: required('String'),
    collection_name: optional('String'),
    creator_address: optional('String'),
    collection_uri: optional('String'),
    distinct_tokens: required('bigint'),
    last_transaction_version: required('bigint'),
    single_token_uri: optional('String'),
  },
  relations: { current_collection: { table: 'current_collections_v2', on: ['collection_id', 'collection_id'] } },
}

/** Documents by metadata URI. Images are resized on demand, so there are no CDN copies to name. */
const ASSET_URIS: ChainTable = {
  name: 'nft_metadata_crawler_parsed_asset_uris',
  from: `(
    select uri as asset_uri, image as raw_image_uri, animation_url as raw_animation_uri, null::text as cdn_image_uri,
      null::text as cdn_animation_uri, null::text as cdn_json_uri, attempts as json_parser_retry_count,
      0 as image_optimizer_retry_count, 0 as animation_optimizer_retry_count
    from market.metadata)`,
  key: ['asset_uri'],
  columns: {
    asset_uri: required('String'),
    raw_image_uri: optional('String'),
    raw_animation_uri: optional('String'),
    cdn_image_uri: optional('String'),
    cdn_animation_uri: optional('String'),
    cdn_json_uri: optional('String'),
    json_parser_retry_count: required('Int'),
    image_optimizer_retry_count: required('Int'),
    animation_optimizer_retry_count: required('Int'),
  },
  relations: {},
}

/** Every table of the chain indexer's GraphQL. @source Aptos' own indexer: names, columns and relations as the SDK asks for them */
export const CHAIN_TABLES: readonly ChainTable[] = [
  PROCESSOR_STATUS,
  LEDGER_INFOS,
  COLLECTIONS,
  TOKEN_DATAS,
  TOKEN_OWNERSHIPS,
  TOKEN_ACTIVITIES,
  PENDING_CLAIMS,
  TOKEN_ROYALTIES,
  COLLECTION_OWNERSHIPS,
  ASSET_URIS,
  ...STATE_CHAIN_TABLES,
]

/** Returns the table of this name. @throws TypeError: names come from the tables themselves. */
export function chainTable(name: string): ChainTable {
  const table = CHAIN_TABLES.find((candidate) => candidate.name === name)
  if (table === undefined) throw new TypeError(`There is no chain table ${name}.`)
  return table
}
