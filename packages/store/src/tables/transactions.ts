import { bigint, boolean, defineTable, nullable, type RowOf, text } from './table.ts'

/**
 * A transaction that holds at least one wanted event or change.
 * Key: version. Writer: write/write-raw, append-only. Rebuildable: only from the chain itself.
 */
export const transactions = defineTable('chain.transactions', ['version'], {
  version: bigint,
  hash: text,
  block_height: bigint,
  epoch: bigint,
  timestamp_micros: bigint,
  success: boolean,
  sender: nullable(text),
  entry_function: nullable(text),
  gas_used: bigint,
  gas_unit_price: bigint,
})
export type TransactionRow = RowOf<typeof transactions>
