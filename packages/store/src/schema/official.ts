import { bigint, boolean, defineTable, jsonb, nullable, numeric, type RowOf, text, timestamp } from './table.ts'

/**
 * A marketplace event as the official aggregator writes it, oddities included; the conformance target.
 * Key: txn_version, index, marketplace. Writer: ingest/orders/official, append-only. Rebuildable: from chain.
 */
export const officialActivities = defineTable(
  'market.nft_marketplace_activities',
  ['txn_version', 'index', 'marketplace'],
  {
    txn_version: bigint,
    index: bigint,
    marketplace: text,
    raw_event_type: text,
    standard_event_type: text,
    creator_address: nullable(text),
    collection_id: nullable(text),
    collection_name: nullable(text),
    token_data_id: nullable(text),
    token_name: nullable(text),
    price: numeric,
    token_amount: nullable(numeric),
    buyer: nullable(text),
    seller: nullable(text),
    listing_id: nullable(text),
    offer_id: nullable(text),
    json_data: jsonb,
    contract_address: text,
    block_timestamp: timestamp,
    expiration_time: nullable(timestamp),
    bid_key: nullable(bigint),
  },
)
export type OfficialActivityRow = RowOf<typeof officialActivities>

/**
 * The official aggregator's view of a token's listing on a marketplace: one row, whichever wallet lists it. The product reads market.listings.
 * Key: token_data_id, marketplace. Writer: ingest/orders/official. Rebuildable: from chain.
 */
export const officialListings = defineTable(
  'market.current_nft_marketplace_listings',
  ['token_data_id', 'marketplace'],
  {
    token_data_id: text,
    marketplace: text,
    listing_id: nullable(text),
    collection_id: nullable(text),
    seller: nullable(text),
    price: numeric,
    token_amount: nullable(numeric),
    token_name: nullable(text),
    standard_event_type: text,
    is_deleted: boolean,
    contract_address: text,
    last_transaction_version: bigint,
    last_transaction_timestamp: timestamp,
  },
)
export type OfficialListingRow = RowOf<typeof officialListings>

/**
 * The official aggregator's view of a buyer's offer on a token. The product reads market.token_offers.
 * Key: token_data_id, buyer, marketplace. Writer: ingest/orders/official. Rebuildable: from chain.
 */
export const officialTokenOffers = defineTable(
  'market.current_nft_marketplace_token_offers',
  ['token_data_id', 'buyer', 'marketplace'],
  {
    token_data_id: text,
    buyer: text,
    marketplace: text,
    offer_id: nullable(text),
    collection_id: nullable(text),
    price: numeric,
    token_amount: nullable(numeric),
    token_name: nullable(text),
    is_deleted: boolean,
    contract_address: text,
    last_transaction_version: bigint,
    last_transaction_timestamp: timestamp,
    standard_event_type: text,
    expiration_time: nullable(timestamp),
    bid_key: nullable(bigint),
  },
)
export type OfficialTokenOfferRow = RowOf<typeof officialTokenOffers>

/**
 * The official aggregator's view of a collection offer: deleted by its first fill, whatever remains. The product reads
 * market.collection_offers.
 * Key: collection_offer_id, marketplace. Writer: ingest/orders/official. Rebuildable: from chain.
 */
export const officialCollectionOffers = defineTable(
  'market.current_nft_marketplace_collection_offers',
  ['collection_offer_id', 'marketplace'],
  {
    collection_offer_id: text,
    marketplace: text,
    collection_id: nullable(text),
    buyer: text,
    price: numeric,
    remaining_token_amount: nullable(numeric),
    is_deleted: boolean,
    contract_address: text,
    last_transaction_version: bigint,
    last_transaction_timestamp: timestamp,
    standard_event_type: text,
    token_data_id: nullable(text),
    expiration_time: nullable(timestamp),
    bid_key: nullable(bigint),
  },
)
export type OfficialCollectionOfferRow = RowOf<typeof officialCollectionOffers>
