import { bigint, boolean, defineTable, numeric, type RowOf, text } from './table.ts'

/**
 * What was last written of an object.
 * Key: object_address. Writer: write/state/write-objects. Made again only by streaming again.
 */
export const objectStates = defineTable('chain.object_states', ['object_address'], {
  object_address: text,
  owner_address: text,
  state_key_hash: text,
  guid_creation_num: numeric,
  allow_ungated_transfer: boolean,
  untransferrable: boolean,
  written_version: bigint,
})
export type ObjectStateRow = RowOf<typeof objectStates>

/** When an object was last deleted. Kept apart, so that it may arrive before what it deletes. Key: object_address. */
export const objectDeletions = defineTable('chain.object_deletions', ['object_address'], {
  object_address: text,
  deleted_version: bigint,
})
export type ObjectDeletionRow = RowOf<typeof objectDeletions>

/** Row of the view `chain.current_objects`, which joins the two under Aptos' own indexer's names. */
export interface CurrentObjectRow {
  readonly object_address: string
  readonly owner_address: string
  readonly state_key_hash: string
  readonly allow_ungated_transfer: boolean
  readonly last_guid_creation_num: bigint
  readonly last_transaction_version: bigint
  readonly is_deleted: boolean
  readonly untransferrable: boolean
}
