import { bigint, defineTable, numeric, type RowOf, text } from './table.ts'

/**
 * Octas that a wallet paid for each item of a token that it minted for itself; 0 when it was free.
 * Key: token, wallet, version. Writer: write/write-mint-costs. Rebuildable: from chain.events.
 */
export const mintCosts = defineTable('market.mint_costs', ['token_data_id', 'wallet', 'version'], {
  token_data_id: text,
  wallet: text,
  version: bigint,
  cost_octas: numeric,
})
export type MintCostRow = RowOf<typeof mintCosts>
