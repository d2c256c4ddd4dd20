import { defineTable, type RowOf, text } from './table.ts'

/**
 * A migration has made tables that old raw rows have yet to fill: everything derived is to be made again.
 * Key: reason. Writers: migrations; write/clear-derived takes them away.
 */
export const rebuildsDue = defineTable('chain.rebuilds_due', ['reason'], { reason: text })
export type RebuildDueRow = RowOf<typeof rebuildsDue>
