import { bigint, defineTable, integer, nullable, numeric, type RowOf, text } from './table.ts'

/**
 * Something that happened to an order, in our own words. A book row is a fold over all events of its order, so it does not
 * matter in which order or how often they arrive.
 * `amount`: items wanted when placed; items still wanted after a cancel or fill, null when the chain does not say.
 * Key: version, event_index. Writer: write/write-order-events, append-only. Rebuildable: from chain.
 */
export const orderEvents = defineTable('market.order_events', ['version', 'event_index'], {
  version: bigint,
  event_index: integer,
  marketplace: text,
  book: text,
  action: text,
  order_id: text,
  token_data_id: nullable(text),
  property_version: numeric,
  token_standard: nullable(text),
  collection_id: nullable(text),
  seller: nullable(text),
  buyer: nullable(text),
  price_octas: numeric,
  amount: nullable(numeric),
  expires_at_seconds: nullable(numeric),
  commission_octas: nullable(numeric),
  royalty_octas: nullable(numeric),
  at_micros: bigint,
})
export type OrderEventRow = RowOf<typeof orderEvents>
