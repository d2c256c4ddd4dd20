import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../connect.ts'
import { WrongChainError } from '../errors.ts'
import type { CheckpointRow } from '../tables/checkpoints.ts'
import type { StreamPosition } from './batch.ts'

/** Reads how far a stream has been written; null before its first batch. */
export async function readCheckpoint(db: Database, stream: string): Promise<CheckpointRow | null> {
  const row = await db
    .selectFrom('chain.checkpoints')
    .select(['stream', 'chain_id', 'next_version', 'last_timestamp_micros'])
    .where('stream', '=', stream)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Advances a stream. It never goes back: a batch that comes late leaves the position where it is.
 * @throws WrongChainError when the stream was begun on another chain.
 */
export async function writeCheckpoint(db: DatabaseTransaction, position: StreamPosition): Promise<void> {
  const { rows } = await sql<{ chain_id: number }>`
    insert into chain.checkpoints as stored (stream, chain_id, next_version, last_timestamp_micros, updated_at)
    values (${position.stream}, ${position.chainId}, ${position.nextVersion}, ${position.lastTimestampMicros}, now())
    on conflict (stream) do update set
      next_version = greatest(stored.next_version, excluded.next_version),
      last_timestamp_micros = greatest(stored.last_timestamp_micros, excluded.last_timestamp_micros),
      updated_at = excluded.updated_at
    returning chain_id`.execute(db)
  const stored = rows[0]?.chain_id ?? position.chainId
  if (stored !== position.chainId) throw new WrongChainError(position.stream, stored, position.chainId)
}
