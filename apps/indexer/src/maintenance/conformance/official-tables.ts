import type { Tables } from '@opal/store/schema/tables'

/** Comparison of one official table with ours. */
export interface OfficialTable {
  readonly ours: keyof Tables
  readonly key: readonly string[]
  /** Columns whose difference is an error: identity, owner, amount and validity. */
  readonly deciding: readonly string[]
  /** Columns that are not stored: a difference only where an official row has a value. */
  readonly leftOut?: readonly string[]
}

const ORDER_STATE = ['is_deleted', 'standard_event_type', 'collection_id', 'price', 'last_transaction_version']

/** Official tables that are not stored: signatures are on the chain with their transactions, and nothing here reads them. */
export const OMITTED_TABLES: ReadonlySet<string> = new Set(['signatures'])

/** Our table for each official one. Others are not stored. */
export const OFFICIAL_TABLES: Readonly<Record<string, OfficialTable>> = {
  nft_marketplace_activities: {
    ours: 'market.nft_marketplace_activities',
    key: ['txn_version', 'index', 'marketplace'],
    deciding: [
      'standard_event_type',
      'collection_id',
      'token_data_id',
      'price',
      'buyer',
      'seller',
      'listing_id',
      'offer_id',
    ],
  },
  current_nft_marketplace_listings: {
    ours: 'market.current_nft_marketplace_listings',
    key: ['token_data_id', 'marketplace'],
    deciding: [...ORDER_STATE, 'listing_id', 'seller'],
  },
  current_nft_marketplace_token_offers: {
    ours: 'market.current_nft_marketplace_token_offers',
    key: ['token_data_id', 'buyer', 'marketplace'],
    deciding: [...ORDER_STATE, 'offer_id'],
  },
  current_nft_marketplace_collection_offers: {
    ours: 'market.current_nft_marketplace_collection_offers',
    key: ['collection_offer_id', 'marketplace'],
    deciding: [...ORDER_STATE, 'buyer', 'remaining_token_amount'],
  },
  current_collections_v2: {
    ours: 'chain.current_collections_v2',
    key: ['collection_id'],
    deciding: ['creator_address', 'collection_name', 'current_supply', 'max_supply', 'last_transaction_version'],
  },
  current_token_datas_v2: {
    ours: 'chain.current_token_datas_v2',
    key: ['token_data_id'],
    deciding: ['collection_id', 'token_name', 'token_uri', 'is_deleted_v2', 'last_transaction_version'],
  },
  current_token_ownerships_v2: {
    ours: 'chain.current_token_ownerships_v2',
    key: ['token_data_id', 'property_version_v1', 'owner_address', 'storage_id'],
    deciding: ['amount', 'token_standard', 'last_transaction_version'],
  },
  current_token_pending_claims: {
    ours: 'chain.current_token_pending_claims',
    key: ['token_data_id_hash', 'property_version', 'from_address', 'to_address'],
    deciding: ['amount', 'token_data_id', 'collection_id', 'last_transaction_version'],
  },
  current_ans_lookup_v2: {
    ours: 'chain.current_ans_lookup_v2',
    key: ['domain', 'subdomain', 'token_standard'],
    deciding: ['registered_address', 'expiration_timestamp', 'is_deleted', 'last_transaction_version'],
  },
  current_ans_primary_name_v2: {
    ours: 'chain.current_ans_primary_name_v2',
    key: ['registered_address', 'token_standard'],
    deciding: ['domain', 'subdomain', 'is_deleted', 'last_transaction_version'],
  },
  current_fungible_asset_balances: {
    ours: 'chain.current_fungible_asset_balances',
    key: ['storage_id'],
    deciding: ['owner_address', 'asset_type', 'amount', 'last_transaction_version'],
  },
  fungible_asset_activities: {
    ours: 'chain.fungible_asset_activities',
    key: ['transaction_version', 'event_index'],
    deciding: ['type_', 'owner_address', 'storage_id', 'asset_type', 'amount'],
  },
  fungible_asset_metadata: {
    ours: 'chain.fungible_asset_metadata',
    key: ['asset_type'],
    deciding: ['name', 'symbol', 'decimals', 'supply_v2', 'last_transaction_version'],
  },
  current_objects: {
    ours: 'chain.current_objects',
    key: ['object_address'],
    deciding: ['owner_address', 'is_deleted', 'untransferrable', 'last_transaction_version'],
  },
  objects: {
    ours: 'chain.objects',
    key: ['transaction_version', 'write_set_change_index'],
    deciding: ['object_address', 'owner_address', 'is_deleted'],
  },
  user_transactions: {
    ours: 'chain.user_transactions',
    key: ['version'],
    deciding: ['sender', 'sequence_number', 'parent_signature_type', 'entry_function_id_str', 'epoch'],
    // The published package of the stream's messages has neither field.
    leftOut: ['replay_protection_nonce', 'encrypted_state'],
  },
  token_activities_v2: {
    ours: 'chain.token_activities_v2',
    key: ['transaction_version', 'event_index'],
    deciding: ['type_', 'token_data_id', 'from_address', 'to_address', 'token_amount'],
  },
}
