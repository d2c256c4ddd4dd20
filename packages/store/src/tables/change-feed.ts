import { bigint, defineTable, jsonb, nullable, type RowOf, text } from './table.ts'

/**
 * Something the live channel tells: an activity, or a figure's old and new value. Written as it happened to be written:
 * other batch sizes give other rows, and only the newest are kept.
 * Key: id. Writer: write/write-change-feed. Rebuildable: no, and nothing needs it.
 */
export const changeFeed = defineTable('market.change_feed', ['id'], {
  id: bigint,
  version: bigint,
  at_micros: bigint,
  collection_id: nullable(text),
  kind: text,
  payload: jsonb,
})
export type ChangeFeedRow = RowOf<typeof changeFeed>
