import { bigint, defineTable, type RowOf, text } from './table.ts'

/**
 * A wallet sent APT straight to another, first at `version`: the two may be one person. As far as the index follows coins.
 * Key: payer, payee. Writer: write/state/write-fundings. Not rebuildable: made, like balances, of what is not kept raw.
 */
export const fundings = defineTable('market.fundings', ['payer', 'payee'], {
  payer: text,
  payee: text,
  version: bigint,
})
export type FundingRow = RowOf<typeof fundings>
