import { bigint, boolean, defineTable, jsonb, nullable, numeric, type RowOf, text, timestamp } from './table.ts'

/**
 * A collection as its newest write says, under Aptos' own indexer's names.
 * Key: collection_id. Writer: ingest/tokens/token-state; an older version never overwrites a newer. Rebuildable: from chain.changes.
 */
export const collections = defineTable('chain.current_collections_v2', ['collection_id'], {
  collection_id: text,
  creator_address: text,
  collection_name: text,
  description: text,
  uri: text,
  current_supply: numeric,
  max_supply: nullable(numeric),
  total_minted_v2: nullable(numeric),
  mutable_description: nullable(boolean),
  mutable_uri: nullable(boolean),
  table_handle_v1: nullable(text),
  token_standard: text,
  collection_properties: nullable(jsonb),
  last_transaction_version: bigint,
  last_transaction_timestamp: timestamp,
})
export type CollectionRow = RowOf<typeof collections>

/**
 * A token as its newest write says, under Aptos' own indexer's names, in the collection that its first write says.
 * Key: token_data_id. Writer: ingest/tokens/token-state; an older version never overwrites a newer. Rebuildable: from chain.changes.
 */
export const tokenDatas = defineTable('chain.current_token_datas_v2', ['token_data_id'], {
  token_data_id: text,
  collection_id: text,
  token_name: text,
  description: text,
  token_uri: text,
  token_properties: jsonb,
  maximum: nullable(numeric),
  supply: nullable(numeric),
  largest_property_version_v1: nullable(numeric),
  token_standard: text,
  is_fungible_v2: nullable(boolean),
  decimals: nullable(bigint),
  is_deleted_v2: nullable(boolean),
  last_transaction_version: bigint,
  last_transaction_timestamp: timestamp,
})
export type TokenDataRow = RowOf<typeof tokenDatas>

/**
 * Who owns a token on chain, raw: a listed token's owner is the listing object. Amount 0 means no longer.
 * For the holder in the product's eyes see token-holders.
 * Key: token, property version, owner, storage. Writer: ingest/tokens/token-state. Rebuildable: from chain.changes and events.
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

/**
 * A token event (mint, burn, deposit, withdraw, transfer, mutation ...) under Aptos' own indexer's names.
 * Key: transaction_version, event_index. Writer: ingest/tokens/token-state, append-only. Rebuildable: from chain.events.
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

/**
 * Royalty of a v1 token, a v2 token, or a whole v2 collection. A denominator of 0 means none (v1 allows it).
 * Key: object_address. Writer: ingest/tokens/token-state. Rebuildable: from chain.changes.
 */
export const royalties = defineTable('chain.current_royalties', ['object_address'], {
  object_address: text,
  payee_address: text,
  numerator: numeric,
  denominator: numeric,
  last_transaction_version: bigint,
})
export type RoyaltyRow = RowOf<typeof royalties>

/**
 * Offers of v1 tokens, under Aptos' own indexer's names. Amount 0 means claimed or cancelled. The `hash` columns are the ids
 * without `0x`.
 * Key: token, property version, from, to. Writer: ingest/tokens/token-state. Rebuildable: from chain.changes and events.
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

/**
 * Whether a wallet accepts v1 tokens that are sent to it, as its store says. Wallets without a row have written no store.
 * Key: wallet. Writer: ingest/orders/token-stores. Rebuildable: from chain.changes.
 */
export const tokenStores = defineTable('market.token_stores', ['wallet'], {
  wallet: text,
  accepts_transfers: boolean,
  last_version: bigint,
})
export type TokenStoreRow = RowOf<typeof tokenStores>

/**
 * A wallet ceased to take v1 tokens that are sent to it, or began again, at `version`. Wallets take them until they say otherwise.
 * Key: wallet, version. Writer: ingest/orders/token-stores. Rebuildable: from chain.changes.
 */
export const tokenStoreTurns = defineTable('market.token_store_turns', ['wallet', 'version'], {
  wallet: text,
  version: bigint,
  at_micros: bigint,
  accepts_transfers: boolean,
})
export type TokenStoreTurnRow = RowOf<typeof tokenStoreTurns>

/**
 * Wallets with many offers that have begun or ceased to accept tokens. Key: wallet. Writers: ingest/orders/offer-validity adds,
 * ingest/stats/settle-bidders works it off.
 */
export const biddersDue = defineTable('market.bidders_due', ['wallet'], { wallet: text })
export type BidderDueRow = RowOf<typeof biddersDue>

/**
 * Wallets that ceased to accept tokens at a version, whose bids from before are not all folded by that. Key: wallet, version. Writers:
 * ingest/orders/token-stores adds, ingest/orders/touched-orders works it off.
 */
export const refusalsDue = defineTable('market.refusals_due', ['wallet', 'version'], {
  wallet: text,
  version: bigint,
  at_micros: bigint,
  placed_version: bigint,
  offer_id: text,
})
export type RefusalDueRow = RowOf<typeof refusalsDue>
