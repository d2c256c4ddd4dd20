import { bigint, defineTable, nullable, numeric, type RowOf, text } from './table.ts'

/**
 * A listing stood at one price, and its seller held the token, from one moment to another; `to_micros` is null while both
 * are so. Floor and listed count of any past moment come from these.
 * Key: marketplace, listing_id, from_micros. Writer: write/write-book. Rebuildable: from market.order_events and
 * market.ownership_events.
 */
export const listingSpans = defineTable('market.listing_spans', ['marketplace', 'listing_id', 'from_micros'], {
  marketplace: text,
  listing_id: text,
  from_micros: bigint,
  placed_version: bigint,
  to_micros: nullable(bigint),
  collection_id: text,
  seller: text,
  price_octas: numeric,
})
export type ListingSpanRow = RowOf<typeof listingSpans>
