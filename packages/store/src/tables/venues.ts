import { defineTable, type RowOf, text } from './table.ts'

/**
 * A venue and whether its orders count: only those of an active one are valid.
 * Key: marketplace. Writer: write/write-venues, when the indexer starts. Rebuildable: from configuration.
 */
export const venues = defineTable('market.venues', ['marketplace'], {
  marketplace: text,
  status: text,
})
export type VenueRow = RowOf<typeof venues>
