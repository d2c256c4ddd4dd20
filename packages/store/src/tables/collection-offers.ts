import { bigint, defineTable, integer, nullable, numeric, type RowOf, text } from './table.ts'

/**
 * An offer on any token of a collection, `remaining_amount` times at `price_octas` each. A partial fill leaves it open.
 * Key: marketplace, offer_id. Writer: write/write-book and write/refresh-validity. Rebuildable: from market.order_events.
 */
export const collectionOffers = defineTable('market.collection_offers', ['marketplace', 'offer_id'], {
  marketplace: text,
  offer_id: text,
  collection_id: text,
  buyer: text,
  price_octas: numeric,
  remaining_amount: numeric,
  expires_at_seconds: nullable(numeric),
  state: text,
  validity: text,
  placed_version: bigint,
  placed_at_micros: bigint,
  last_version: bigint,
  last_event_index: integer,
  last_at_micros: bigint,
})
export type CollectionOfferRow = RowOf<typeof collectionOffers>
