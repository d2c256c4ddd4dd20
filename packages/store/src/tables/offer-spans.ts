import { bigint, defineTable, nullable, numeric, type RowOf, text } from './table.ts'

/**
 * A collection offer stood at a price for so many items from one moment to another: until its next event or its expiry.
 * `to_micros` is null while it stands without expiry; with one it may lie ahead.
 * Key: marketplace, offer, from_micros. Writer: write/write-book. Rebuildable: from market.order_events.
 */
export const offerSpans = defineTable('market.offer_spans', ['marketplace', 'offer_id', 'from_micros'], {
  marketplace: text,
  offer_id: text,
  from_micros: bigint,
  placed_version: bigint,
  to_micros: nullable(bigint),
  collection_id: text,
  buyer: text,
  price_octas: numeric,
  remaining_amount: numeric,
})
export type OfferSpanRow = RowOf<typeof offerSpans>
