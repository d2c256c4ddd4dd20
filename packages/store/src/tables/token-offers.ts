import { bigint, defineTable, integer, nullable, numeric, type RowOf, text } from './table.ts'

/**
 * An offer on one token, open or ended.
 * Key: marketplace, offer_id. Writer: write/write-book and write/refresh-validity. Rebuildable: from market.order_events.
 */
export const tokenOffers = defineTable('market.token_offers', ['marketplace', 'offer_id'], {
  marketplace: text,
  offer_id: text,
  token_data_id: text,
  property_version: numeric,
  token_standard: text,
  collection_id: nullable(text),
  buyer: text,
  price_octas: numeric,
  expires_at_seconds: nullable(numeric),
  state: text,
  validity: text,
  placed_version: bigint,
  placed_at_micros: bigint,
  last_version: bigint,
  last_event_index: integer,
  last_at_micros: bigint,
})
export type TokenOfferRow = RowOf<typeof tokenOffers>
