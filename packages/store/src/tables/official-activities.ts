import { bigint, defineTable, jsonb, nullable, numeric, type RowOf, text, timestamp } from './table.ts'

/**
 * A marketplace event as the official aggregator writes it, oddities included; the conformance target.
 * Key: txn_version, index, marketplace. Writer: write/write-official, append-only. Rebuildable: from chain.
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
