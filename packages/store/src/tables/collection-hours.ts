import { bigint, defineTable, nullable, numeric, type RowOf, text } from './table.ts'

/**
 * An hour in which something happened to a collection's orders: sales in it, floor and listed count at its end.
 * Key: collection_id, hour_micros (start). Writer: write/refresh-hours. Rebuildable: from sales and listing spans.
 */
export const collectionHours = defineTable('market.collection_hours', ['collection_id', 'hour_micros'], {
  collection_id: text,
  hour_micros: bigint,
  volume_octas: numeric,
  sales: bigint,
  floor_octas: nullable(numeric),
  listed_count: bigint,
})
export type CollectionHourRow = RowOf<typeof collectionHours>
