import { bigint, boolean, defineTable, nullable, numeric, type RowOf, text, timestamp } from './table.ts'

/**
 * The official aggregator's view of a buyer's offer on a token. The product reads market.token_offers.
 * Key: token_data_id, buyer, marketplace. Writer: write/write-official. Rebuildable: from chain.
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
