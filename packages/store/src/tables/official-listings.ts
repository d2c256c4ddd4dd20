import { bigint, boolean, defineTable, nullable, numeric, type RowOf, text, timestamp } from './table.ts'

/**
 * The official aggregator's view of a token's listing on a venue: one row, whoever lists it. The product reads market.listings.
 * Key: token_data_id, marketplace. Writer: write/write-official. Rebuildable: from chain.
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
