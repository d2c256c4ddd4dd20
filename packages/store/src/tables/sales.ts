import { bigint, boolean, defineTable, integer, nullable, numeric, type RowOf, text } from './table.ts'

/**
 * One sale, however many events describe it. `is_wash`: the same wallet on both sides, or two of which one had sent the
 * other APT before.
 * Key: version, event_index. Writer: write/write-sales. Rebuildable: from market.order_events and
 * market.fundings.
 */
export const sales = defineTable('market.sales', ['version', 'event_index'], {
  version: bigint,
  event_index: integer,
  marketplace: text,
  source: text,
  order_id: text,
  token_data_id: text,
  property_version: numeric,
  collection_id: nullable(text),
  seller: text,
  buyer: text,
  price_octas: numeric,
  commission_octas: nullable(numeric),
  royalty_octas: nullable(numeric),
  is_wash: boolean,
  at_micros: bigint,
})
export type SaleRow = RowOf<typeof sales>
