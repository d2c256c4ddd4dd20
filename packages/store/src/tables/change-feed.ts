import { bigint, defineTable, jsonb, nullable, type RowOf, text } from './table.ts'

/**
 * Something the live channel tells: an activity, a figure's old and new value, or that tokens were described anew. Written as it happened to be written:
 * other batch sizes give other rows, and only the newest are kept.
 * Key: id. Writers: write/write-change-feed, write/refresh-rarity through it. Rebuildable: no, and nothing needs it.
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
