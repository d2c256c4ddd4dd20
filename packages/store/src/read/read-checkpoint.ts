import { sql } from 'kysely'
import { type Reader, readRow } from './read-rows.ts'

/** How far the chain has been written. */
export interface CheckpointRow {
  readonly chainId: number
  readonly nextVersion: bigint
  readonly lastTimestampMicros: bigint | null
}

/** The main stream's checkpoint; null before the first write. */
export function readCheckpoint(reader: Reader): Promise<CheckpointRow | null> {
  return readRow(
    reader,
    sql<CheckpointRow>`
    select chain_id as "chainId", next_version as "nextVersion", last_timestamp_micros as "lastTimestampMicros"
    from chain.checkpoints where stream = 'main'`,
  )
}
