import { bigint, defineTable, doublePrecision, integer, jsonb, nullable, type RowOf, text } from './table.ts'

/**
 * Rank of a token within its collection, and what its score is made of (`TraitScore[]` of domain/rarity).
 * Key: token_data_id. Writer: write/refresh-rarity. Rebuildable: from token state and fetched metadata.
 */
export const tokenRarity = defineTable('market.token_rarity', ['token_data_id'], {
  token_data_id: text,
  collection_id: text,
  rank: integer,
  score: doublePrecision,
  breakdown: jsonb,
})
export type TokenRarityRow = RowOf<typeof tokenRarity>

/**
 * Collections that wait to be ranked; one may stand here many times. The database numbers the rows.
 * Key: id. Writers: write/mark-rarity-stale, write/refresh-rarity.
 */
export const rarityQueue = defineTable('market.rarity_queue', ['id'], { id: bigint, collection_id: text })
export type RarityQueueRow = RowOf<typeof rarityQueue>

/**
 * How often a collection has been ranked: changes whenever its traits or ranks may have changed. `counts` says how many of its tokens
 * had each value then, `{ trait: { value: tokens } }`; null where that was not counted.
 * Key: collection_id. Writer: write/refresh-rarity.
 */
export const traitMarks = defineTable('market.trait_marks', ['collection_id'], {
  collection_id: text,
  rankings: bigint,
  counts: nullable(jsonb),
})
export type TraitMarkRow = RowOf<typeof traitMarks>
