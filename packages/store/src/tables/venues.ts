import { boolean, defineTable, type RowOf, text } from './table.ts'

/**
 * A venue, whether it is our own, and whether its orders count: only those of an active one are valid.
 * Key: marketplace. Writer: write/write-venues, when the indexer starts. Rebuildable: from configuration.
 */
export const venues = defineTable('market.venues', ['marketplace'], {
  marketplace: text,
  status: text,
  is_native: boolean,
})
export type VenueRow = RowOf<typeof venues>
