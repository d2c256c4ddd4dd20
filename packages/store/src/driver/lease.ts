import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from './connection.ts'

const RETRY_MS = 500

export interface LeaseOptions {
  /** Exclusive work, e.g. `indexer/main`. */
  readonly name: string
  readonly signal: AbortSignal
  /** Called once when another process holds the lease. */
  readonly onWaiting?: () => void
}

/**
 * Waits for the lease, then runs `work` on the connection that holds it. PostgreSQL frees the lease with the
 * connection, so a process that lost it cannot write any more, and a killed holder is replaced at once.
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
      await wait(RETRY_MS, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return undefined
    }
    try {
      return await work(connection)
    } finally {
      // A broken connection has freed the lease already.
      await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(connection).catch(() => undefined)
    }
  })
}

async function tryLock(connection: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(hashtextextended(${name}, 0)) as locked`.execute(connection)
  return rows[0]?.locked === true
}
