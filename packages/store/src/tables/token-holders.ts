import { defineTable, nullable, numeric, type RowOf, text } from './table.ts'

/**
 * Who holds a token in the product's eyes: its owner on chain, or the seller while a listing holds it in escrow.
 * Key: token, property version, holder. Writer: write/compare-lots. Rebuildable: from market.lots.
 */
export const tokenHolders = defineTable('market.token_holders', ['token_data_id', 'property_version', 'holder'], {
  token_data_id: text,
  property_version: numeric,
  holder: text,
  collection_id: nullable(text),
  amount: numeric,
})
export type TokenHolderRow = RowOf<typeof tokenHolders>
