import { bigint, defineTable, integer, nullable, numeric, type RowOf, text } from './table.ts'

/**
 * What happened, in the product's words, and in which transaction. Transfers that are part of a trade, a listing or a delisting are not told again.
 * Key: version, event_index. Writer: write/write-activities. Rebuildable: from market.order_events and token activities.
 */
export const activities = defineTable('market.activities', ['version', 'event_index'], {
  version: bigint,
  event_index: integer,
  kind: text,
  marketplace: nullable(text),
  collection_id: nullable(text),
  token_data_id: nullable(text),
  from_address: nullable(text),
  to_address: nullable(text),
  price_octas: nullable(numeric),
  amount: nullable(numeric),
  order_id: nullable(text),
  at_micros: bigint,
  transaction_hash: nullable(text),
})
export type ActivityRow = RowOf<typeof activities>
