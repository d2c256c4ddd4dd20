import { bigint, boolean, defineTable, nullable, type RowOf, text } from './table.ts'

/**
 * What accounts are called, under Aptos' own indexer's names. A deleted row has no name.
 * Key: registered_address, token_standard. Writer: write/state/write-names. Made again only by streaming again.
 */
export const primaryNames = defineTable('chain.current_ans_primary_name_v2', ['registered_address', 'token_standard'], {
  registered_address: text,
  token_standard: text,
  domain: nullable(text),
  subdomain: nullable(text),
  token_name: nullable(text),
  is_deleted: boolean,
  last_transaction_version: bigint,
})
export type PrimaryNameRow = RowOf<typeof primaryNames>
