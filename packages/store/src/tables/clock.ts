import { bigint, boolean, defineTable, type RowOf } from './table.ts'

/**
 * The one row that says up to when time has settled what counts: expired offers do not.
 * Key: is_only. Writers: write/settle-time and write/apply-batch. Not rebuildable: it is an input, like the checkpoint.
 */
export const clock = defineTable('market.clock', ['is_only'], { is_only: boolean, settled_micros: bigint })
export type ClockRow = RowOf<typeof clock>
