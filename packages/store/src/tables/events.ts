import { bigint, defineTable, integer, jsonb, numeric, type RowOf, text } from './table.ts'

/**
 * A wanted event as the chain emitted it; `event_index` is its position in the transaction.
 * Key: version, event_index. Writer: write/write-raw, append-only. Rebuildable: only from the chain itself.
 */
export const events = defineTable('chain.events', ['version', 'event_index'], {
  version: bigint,
  event_index: integer,
  type: text,
  account_address: text,
  creation_number: numeric,
  sequence_number: numeric,
  data: jsonb,
})
export type EventRow = RowOf<typeof events>
