import { bigint, defineTable, integer, nullable, numeric, type RowOf, text } from './table.ts'

/**
 * A listing, open or ended. It counts in floor and listed count when `validity` is 'valid'.
 * `placed_*` is when it was last opened, a new price does not move it.
 * Key: marketplace, listing_id. Writer: write/write-book and write/refresh-validity. Rebuildable: from market.order_events.
 */
export const listings = defineTable('market.listings', ['marketplace', 'listing_id'], {
  marketplace: text,
  listing_id: text,
  token_data_id: text,
  property_version: numeric,
  token_standard: text,
  collection_id: nullable(text),
  seller: text,
  price_octas: numeric,
  state: text,
  validity: text,
  placed_version: bigint,
  placed_at_micros: bigint,
  last_version: bigint,
  last_event_index: integer,
  last_at_micros: bigint,
})
export type ListingRow = RowOf<typeof listings>
