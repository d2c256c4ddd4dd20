import { bigint, boolean, defineTable, nullable, numeric, type RowOf, text, timestamp } from './table.ts'

/**
 * The official aggregator's view of a collection offer: deleted by its first fill, whatever remains. The product reads
 * market.collection_offers.
 * Key: collection_offer_id, marketplace. Writer: write/write-official. Rebuildable: from chain.
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
