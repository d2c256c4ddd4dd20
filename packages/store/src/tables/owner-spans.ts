import { bigint, defineTable, nullable, type RowOf, text } from './table.ts'

/**
 * A wallet held at least one item of a collection from one moment to another; `to_micros` is null while it does.
 * Key: collection, wallet, from_micros. Writer: write/compare-owner-spans. Rebuildable: from market.lots.
 */
export const ownerSpans = defineTable('market.owner_spans', ['collection_id', 'wallet', 'from_micros'], {
  collection_id: text,
  wallet: text,
  from_micros: bigint,
  to_micros: nullable(bigint),
})
export type OwnerSpanRow = RowOf<typeof ownerSpans>
