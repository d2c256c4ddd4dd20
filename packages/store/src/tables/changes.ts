import { bigint, defineTable, integer, jsonb, nullable, type RowOf, text } from './table.ts'

/**
 * A wanted write-set entry. `type` is the resource's type or, for table items, the type of the value.
 * Key: version, change_index. Writer: write/write-raw, append-only. Rebuildable: only from the chain itself.
 */
export const changes = defineTable('chain.changes', ['version', 'change_index'], {
  version: bigint,
  change_index: integer,
  kind: text,
  address: nullable(text),
  type: nullable(text),
  handle: nullable(text),
  key_type: nullable(text),
  key: nullable(jsonb),
  data: nullable(jsonb),
})
export type ChangeRow = RowOf<typeof changes>
