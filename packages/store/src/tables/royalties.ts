import { bigint, defineTable, numeric, type RowOf, text } from './table.ts'

/**
 * Royalty of a v1 token, a v2 token, or a whole v2 collection. A denominator of 0 means none (v1 allows it).
 * Key: object_address. Writer: write/write-token-state. Rebuildable: from chain.changes.
 */
export const royalties = defineTable('chain.current_royalties', ['object_address'], {
  object_address: text,
  payee_address: text,
  numerator: numeric,
  denominator: numeric,
  last_transaction_version: bigint,
})
export type RoyaltyRow = RowOf<typeof royalties>
