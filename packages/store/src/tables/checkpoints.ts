import { bigint, defineTable, integer, nullable, type RowOf, text } from './table.ts'

/**
 * How far one stream has been written: everything below `next_version` is in the tables.
 * Key: stream. Writer: write/write-checkpoint, in the transaction of the rows it speaks for. Rebuildable: no, it is the memory.
 */
export const checkpoints = defineTable('chain.checkpoints', ['stream'], {
  stream: text,
  chain_id: integer,
  next_version: bigint,
  last_timestamp_micros: nullable(bigint),
})
export type CheckpointRow = RowOf<typeof checkpoints>
