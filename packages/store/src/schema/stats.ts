import { bigint, boolean, defineTable, nullable, numeric, type RowOf, text } from './table.ts'

/**
 * Today's stats of a collection. Null floor: nothing valid is listed; null top bid: no live offer.
 * Key: collection_id. Writer: ingest/stats/collection-stats, whole rows. Rebuildable: from listings, offers, sales and holders.
 */
export const collectionStats = defineTable('market.collection_stats', ['collection_id'], {
  collection_id: text,
  floor_octas: nullable(numeric),
  top_bid_octas: nullable(numeric),
  listed_count: bigint,
  owner_count: bigint,
  supply: bigint,
  volume_all_octas: numeric,
  sales_all: bigint,
  last_sale_octas: nullable(numeric),
  /** The most that a seller has received for an item, after fee and royalty. Null: none was ever sold. Wash trades count in neither. */
  best_proceeds_octas: nullable(numeric),
  /** Null: nothing of it was minted, as far as we know. */
  last_mint_micros: nullable(bigint),
  /** Whether two wallets or more have received mints of it. */
  has_several_minters: boolean,
  last_version: bigint,
})
export type CollectionStatsRow = RowOf<typeof collectionStats>

/**
 * An hour in which something of a collection was sold, or a listing or an owner came or went: sales in it; floor, listed
 * count and owners at its end.
 * Key: collection_id, hour_micros (start). Writer: ingest/stats/hours. Rebuildable: from sales, listing
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

/**
 * Sales of a collection in the last day, week and month as of the hour of market.window_hour; without any: a row of zeros, or none.
 * Key: collection_id. Writer: triggers on market.collection_hours, ingest/stats/move-windows. Rebuildable: from them.
 */
export const windowSales = defineTable('market.window_sales', ['collection_id'], {
  collection_id: text,
  day_octas: numeric,
  day_sales: bigint,
  week_octas: numeric,
  week_sales: bigint,
  month_octas: numeric,
  month_sales: bigint,
})
export type WindowSalesRow = RowOf<typeof windowSales>

/**
 * Change of a collection's floor over a day, a week and a month as of the same hour, in hundredths of a percent; null, or no row: no
 * floor now or then.
 * Key: collection_id. Writer: triggers on market.collection_hours and market.collection_stats, ingest/stats/move-windows.
 * Rebuildable: from them.
 */
export const windowChanges = defineTable('market.window_changes', ['collection_id'], {
  collection_id: text,
  day_change: nullable(numeric),
  week_change: nullable(numeric),
  month_change: nullable(numeric),
})
export type WindowChangesRow = RowOf<typeof windowChanges>
