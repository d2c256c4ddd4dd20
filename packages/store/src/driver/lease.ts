import { pause } from '@opal/domain/backoff'
import { sql } from 'kysely'
import type { Database } from './connection.ts'
import { endWhenSilent, endWithClient } from './end-with-client.ts'
import { StandbyError } from './faults.ts'

const RETRY_MS = 500

export interface LeaseOptions {
  /** Exclusive work, e.g. `indexer/main`. */
  readonly name: string
  readonly signal: AbortSignal
  /** Called once when another process holds the lease. */
  readonly onWaiting?: () => void
}

/**
 * Waits for the lease, then runs `work` on the connection that holds it. PostgreSQL releases the lease with the
 * connection, so a process that lost it can no longer write. A killed holder is replaced within half a second, during a long statement within
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
    const run = (statement: string) => sql.raw(statement).execute(connection)
    try {
      await using _silence = await endWhenSilent(run)
      await endWithClient(run)
      return await work(connection)
    } finally {
      // A broken connection has released the lease already.
      await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(connection).catch(() => undefined)
    }
  })
}

/**
 * Takes no lock on a standby, where it would exclude no writers on the primary, and would stay with this session once that is promoted.
 * @throws StandbyError
 */
async function tryLock(connection: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean | null }>`
    select case when not pg_is_in_recovery() then pg_try_advisory_lock(hashtextextended(${name}, 0)) end as locked`.execute(
    connection,
  )
  const { locked } = rows[0] ?? { locked: null }
  if (locked === null) throw new StandbyError()
  return locked
}
