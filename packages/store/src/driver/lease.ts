import { pause } from '@opal/domain/backoff'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from './connection.ts'
import { endWithClient } from './end-with-client.ts'
import { StandbyError } from './faults.ts'

const RETRY_MS = 500
/** Interval of keepalive statements while the holder is idle. */
const BEAT_MS = 1_000
/** A holder whose session is silent for this long loses the lease: its process has frozen, or its machine is gone. */
const SILENCE_MS = 6_000

export interface LeaseOptions {
  /** Exclusive work, e.g. `indexer/main`. */
  readonly name: string
  readonly signal: AbortSignal
  /** Called once when another process holds the lease. */
  readonly onWaiting?: () => void
}

/**
 * Waits for the lease, then runs `work` on the connection that holds it. PostgreSQL releases the lease with the
 * connection, so a process that lost it can no longer write. A killed holder is replaced within half a second, amid a long statement within
 * three seconds, and a frozen one within about seven.
 * @returns undefined when the signal ended the wait.
 */
export async function withLease<Result>(
  db: Database,
  { name, signal, onWaiting }: LeaseOptions,
  work: (held: Database) => Promise<Result>,
): Promise<Result | undefined> {
  return db.connection().execute(async (connection) => {
    let hasReported = false
    while (!(await tryLock(connection, name))) {
      if (!hasReported) onWaiting?.()
      hasReported = true
      await pause(RETRY_MS, signal)
      if (signal.aborted) return undefined
    }
    const beats = setInterval(() => void sql`select`.execute(connection).catch(() => undefined), BEAT_MS)
    try {
      for (const setting of SILENCE_SETTINGS) await sql`set ${setting} = ${sql.lit(SILENCE_MS)}`.execute(connection)
      await endWithClient((statement) => sql.raw(statement).execute(connection))
      return await work(connection)
    } finally {
      clearInterval(beats)
      // A broken connection has released the lease already.
      for (const setting of SILENCE_SETTINGS) await sql`reset ${setting}`.execute(connection).catch(() => undefined)
      await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(connection).catch(() => undefined)
    }
  })
}

/** @throws when the server is a standby: a lease there does not exclude writers on the primary. */
async function tryLock(connection: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean; isStandby: boolean }>`
    select pg_try_advisory_lock(hashtextextended(${name}, 0)) as locked, pg_is_in_recovery() as "isStandby"`.execute(
    connection,
  )
  if (rows[0]?.isStandby === true) throw new StandbyError()
  return rows[0]?.locked === true
}

/** The server's idle timeouts, outside and inside of transactions. */
const SILENCE_SETTINGS: readonly RawBuilder<unknown>[] = [
  'idle_session_timeout',
  'idle_in_transaction_session_timeout',
].map((name) => sql.raw(name))
