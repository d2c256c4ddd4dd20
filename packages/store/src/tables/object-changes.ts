import { bigint, boolean, defineTable, nullable, numeric, type RowOf, text } from './table.ts'

/**
 * Every resource written to an object and every deletion of one; kept when all objects are in scope. A deletion says
 * nothing itself: the view `chain.objects`, with Aptos' own indexer's names, shows what the object last was.
 * Key: transaction_version, write_set_change_index. Writer: write/state/write-objects. Made again only by streaming again.
 */
export const objectChanges = defineTable('chain.object_changes', ['transaction_version', 'write_set_change_index'], {
  transaction_version: bigint,
  write_set_change_index: bigint,
  object_address: text,
  state_key_hash: text,
  owner_address: nullable(text),
  guid_creation_num: nullable(numeric),
  allow_ungated_transfer: nullable(boolean),
  untransferrable: nullable(boolean),
  is_deleted: boolean,
})
export type ObjectChangeRow = RowOf<typeof objectChanges>

/** Row of the view `chain.objects`. */
export interface ObjectHistoryRow {
  readonly transaction_version: bigint
  readonly write_set_change_index: bigint
  readonly object_address: string
  readonly owner_address: string
  readonly state_key_hash: string
  readonly guid_creation_num: bigint
  readonly allow_ungated_transfer: boolean
  readonly is_deleted: boolean
  readonly untransferrable: boolean
}
