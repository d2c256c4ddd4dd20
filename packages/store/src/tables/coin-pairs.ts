import { defineTable, type RowOf, text } from './table.ts'

/**
 * Coins and the fungible assets they are paired with. The asset's address is made of the coin's type, so a pair never
 * changes; APT's is there from the start.
 * Key: metadata_address. Writer: write/state/write-fungible. Made again only by streaming again.
 */
export const coinPairs = defineTable('chain.coin_pairs', ['metadata_address'], {
  metadata_address: text,
  coin_type: text,
})
export type CoinPairRow = RowOf<typeof coinPairs>
