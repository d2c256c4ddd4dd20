import { bigint, defineTable, nullable, numeric, type RowOf, text } from './table.ts'

/**
 * An hour in which something of a collection was sold, or a listing or an owner came or went: sales in it; floor, listed
 * count and owners at its end.
 * Key: collection_id, hour_micros (start). Writer: write/compare-hours. Rebuildable: from sales, listing
 * spans and owner spans.
 */
export const collectionHours = defineTable('market.collection_hours', ['collection_id', 'hour_micros'], {
  collection_id: text,
  hour_micros: bigint,
  volume_octas: numeric,
  sales: bigint,
  floor_octas: nullable(numeric),
  listed_count: bigint,
  owner_count: bigint,
})
export type CollectionHourRow = RowOf<typeof collectionHours>
