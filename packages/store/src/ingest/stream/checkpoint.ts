import { sql } from 'kysely'
import type { Database } from '../../driver/connection.ts'
import type { Executor } from '../../driver/pipelining.ts'
import type { CheckpointRow } from '../../schema/stream.ts'
import type { StreamPosition } from '../batch.ts'
import { definePhase } from '../define-phase.ts'

/** Reads how far a stream has been written; null before its first batch. */
export async function readCheckpoint(db: Database, stream: string): Promise<CheckpointRow | null> {
  const row = await db
    .selectFrom('chain.checkpoints')
    .select(['stream', 'chain_id', 'next_version', 'last_timestamp_micros'])
    .where('stream', '=', stream)
    .executeTakeFirst()
  return row ?? null
}

/** Advances the stream. A late batch does not move it back. */
export const checkpointPhase = definePhase({
  name: 'checkpoint',
  writes: ['chain.checkpoints'],
  compute: ({ batch }) => batch.position,
  write: (db, position) => [writeCheckpoint(db, position)],
})

/** Stores how far a stream has been written, never back. */
export async function writeCheckpoint(db: Executor, position: StreamPosition): Promise<void> {
  await sql`
    insert into chain.checkpoints as stored (stream, chain_id, next_version, last_timestamp_micros, updated_at)
    values (${position.stream}, ${position.chainId}, ${position.nextVersion}, ${position.lastTimestampMicros}, now())
    on conflict (stream) do update set
      next_version = greatest(stored.next_version, excluded.next_version),
      last_timestamp_micros = greatest(stored.last_timestamp_micros, excluded.last_timestamp_micros),
      updated_at = excluded.updated_at
    where stored.chain_id = excluded.chain_id`.execute(db)
}
