import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from './connection.ts'
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
 * connection, so a process that lost it can no longer write. A killed holder is replaced within half a second, a frozen one
 * within about seven seconds.
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
    const beats = setInterval(() => void sql`select`.execute(connection).catch(() => undefined), BEAT_MS)
    try {
      await limitSilence(connection, `${SILENCE_MS}ms`)
      return await work(connection)
    } finally {
      clearInterval(beats)
      // A broken connection has released the lease already.
      await limitSilence(connection, '0').catch(() => undefined)
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

/** Sets the server's idle timeouts for the session, inside and outside of transactions. */
async function limitSilence(connection: Database, time: string): Promise<void> {
  await sql`select set_config('idle_session_timeout', ${time}, false),
    set_config('idle_in_transaction_session_timeout', ${time}, false)`.execute(connection)
}
