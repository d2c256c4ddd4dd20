import { Backoff, pause } from '@opal/domain/backoff'
import { errorCode } from '@opal/domain/errors'
import type pg from 'pg'
import { MigrationBlockedError } from './errors.ts'
import { CONTRACT, type Migration, OUTSIDE_TRANSACTION, statementsOf } from './migration-files.ts'

/** Longest that a migration waits for a lock: statements that need the table wait behind it. */
const LOCK_TIMEOUT_MS = 2_000
/** Pauses between attempts, in which the service goes on. */
const RETRY_PAUSE = { firstMs: 500, maxMs: 10_000 }
const RETRY_FOR_MS = 600_000
/** SQLSTATEs: lock_not_available, deadlock_detected. */
const LOCK_FAULT = /^(55P03|40P01)$/
const NEVER = new AbortController().signal

/** How long a migration is tried, and what ends it. */
export interface RetryOptions {
  /** How long a migration may wait for a lock before it is tried again. */
  readonly lockTimeoutMs?: number
  /** How long a migration is tried again. */
  readonly retryForMs?: number
  /** Called when a migration is tried again, with the transactions that are open for long. */
  readonly onBlocked?: (name: string, open: readonly string[]) => void
  /** Ends it at once. What is not done yet is left to the next start. */
  readonly signal?: AbortSignal
}

/** Runs a migration, again when it cannot get a lock in time. @throws MigrationBlockedError */
export async function runMigration(client: pg.Client, migration: Migration, options: RetryOptions): Promise<void> {
  const { lockTimeoutMs = LOCK_TIMEOUT_MS, retryForMs = RETRY_FOR_MS, onBlocked, signal = NEVER } = options
  const until = performance.now() + retryForMs
  for (const backoff = new Backoff(RETRY_PAUSE); ; await pause(backoff.next(), signal)) {
    try {
      return await runOne(client, migration, lockTimeoutMs)
    } catch (error) {
      if (!LOCK_FAULT.test(errorCode(error) ?? '')) throw error
      const open = await readOpenTransactions(client, lockTimeoutMs)
      if (performance.now() > until) throw new MigrationBlockedError(migration.name, open, { cause: error })
      onBlocked?.(migration.name, open)
    }
  }
}

/** Describes the transactions that may hold what a migration waits for. */
async function readOpenTransactions(client: pg.Client, forMs: number): Promise<readonly string[]> {
  const { rows } = await client.query<{ line: string }>(
    `select format('%s (process %s, %s for %s s)', coalesce(nullif(application_name, ''), 'unnamed'), pid, state,
        ceil(extract(epoch from clock_timestamp() - xact_start))) as line
      from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start < clock_timestamp() - $1 * interval '1 ms'
      order by xact_start limit 5`,
    [forMs],
  )
  return rows.map(({ line }) => line)
}

async function runOne(client: pg.Client, migration: Migration, lockTimeoutMs: number): Promise<void> {
  if (migration.sql.startsWith(OUTSIDE_TRANSACTION)) {
    // These statements wait for locks without blocking others.
    for (const step of stepsOf(statementsOf(migration.sql))) await runStep(client, step, migration)
    return await recordDone(client, migration)
  }
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${Math.round(lockTimeoutMs)}`)
    await client.query(migration.sql)
    await recordDone(client, migration)
    await client.query('commit')
  } catch (error) {
    // A broken connection has rolled back already.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Statements of a migration outside a transaction that are repeated together. */
interface Step {
  readonly statements: readonly string[]
  /** Index that they drop and make again, with its schema; null for none. */
  readonly index: string | null
}

/** Groups the statements by which an index is dropped and made again. */
function stepsOf(statements: readonly string[]): readonly Step[] {
  const steps: Step[] = []
  for (let at = 0; at < statements.length; at += 1) {
    const [first = '', second = ''] = statements.slice(at, at + 2)
    const [, dropped = null] = /^drop index concurrently if exists (\S+)$/i.exec(first) ?? []
    const [, made = null] = /^create (?:unique )?index concurrently (\w+)/i.exec(second) ?? []
    const isMadeAgain = dropped !== null && dropped.split('.').at(-1) === made
    steps.push(isMadeAgain ? { statements: [first, second], index: dropped } : { statements: [first], index: null })
    if (isMadeAgain) at += 1
  }
  return steps
}

/**
 * Runs a step, unless this migration has made its index before it was interrupted: the one in whose place that is may be gone already, and everyone
 * who reads by either would wait until it is made once more. A comment on an index says which migration has made it.
 */
async function runStep(client: pg.Client, { statements, index }: Step, { name, checksum }: Migration): Promise<void> {
  const mark = `made by migration ${name}, ${checksum}`
  if (index !== null) {
    const { rowCount } = await client.query(
      `select from pg_index
        where indexrelid = to_regclass($1) and indisvalid and obj_description(indexrelid, 'pg_class') = $2`,
      [index, mark],
    )
    if (rowCount !== 0) return
  }
  for (const statement of statements) await client.query(statement)
  if (index !== null) await client.query(`comment on index ${index} is '${mark}'`)
}

async function recordDone(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  const isContract = sql.startsWith(CONTRACT)
  await client.query('insert into public.schema_migrations (name, checksum, is_contract) values ($1, $2, $3)', [
    name,
    checksum,
    isContract,
  ])
}
