import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { Backoff, pause } from '@opal/domain/backoff'
import { errorCode } from '@opal/domain/errors'
import type pg from 'pg'
import { endWhenSilent, endWithClient } from './driver/end-with-client.ts'
import { restoreIndexes } from './driver/loading/dropped-indexes.ts'
import { openClient } from './driver/open-client.ts'
import { checkDirect, checkDurable } from './driver/server-checks.ts'
import { MigrationBlockedError, MigrationMismatchError, UnreleasedDatabaseError } from './errors.ts'

const FOLDER = new URL('../migrations/', import.meta.url)
/** Any fixed number: two programs that start together queue up here. */
const MIGRATION_LOCK = 7_238_401
const POLL_MS = 100
/** Longest that a migration waits for a lock: statements that need the table wait behind it. */
const LOCK_TIMEOUT_MS = 2_000
/** Pauses between attempts, in which the service goes on. */
const RETRY_PAUSE = { firstMs: 500, maxMs: 10_000 }
const RETRY_FOR_MS = 600_000
/** First migration of the schema from before the first release. */
const UNRELEASED = '0001_initial.sql'

/** First line of a migration whose statements run one by one, because PostgreSQL runs them in no transaction. */
export const OUTSIDE_TRANSACTION = '-- outside a transaction\n'
/** First line of a migration that takes away what programs of the version before need. */
export const CONTRACT = '-- contract\n'

interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

export interface MigrationOptions {
  /** Folder of the migrations. */
  readonly folder?: URL
  /** Name of the last migration to run. */
  readonly until?: string
  /** How long a migration may wait for a lock before it is tried again. */
  readonly lockTimeoutMs?: number
  /** How long a migration is tried again. */
  readonly retryForMs?: number
  /** Called when a migration is tried again, with the transactions that are open for long. */
  readonly onBlocked?: (name: string, open: readonly string[]) => void
  /** Ends it at once. What is not done yet is left to the next start. */
  readonly signal?: AbortSignal
}

/**
 * Migrates a database to the newest schema while others read and write it. Each file of `migrations/` runs once, in name order, in its own
 * transaction. Safe when several programs start concurrently.
 * @returns names of the migrations that ran now.
 * @throws ServerSettingError when a pooler is in between, or commits are not safe; MigrationMismatchError when the database holds a changed
 * migration, or an unknown one after which this version cannot work; MigrationBlockedError when others hold a lock for too long; and
 * UnreleasedDatabaseError when it was made before the first release. The reason of the signal.
 */
export async function migrate(connectionString: string, options: MigrationOptions = {}): Promise<readonly string[]> {
  const { signal } = options
  const client = await openClient(connectionString, 'opal-migrate').catch((error) => {
    signal?.throwIfAborted()
    throw error
  })
  // During a statement this closes the connection, and the server cancels the statement.
  const end = () => void client.end()
  signal?.addEventListener('abort', end)
  try {
    signal?.throwIfAborted()
    await endWithClient((statement) => client.query(statement))
    await checkDirect(client, 'migrating')
    await checkDurable(client)
    if (await isMigrated(client, options)) return []
    await waitForTurn(client)
    await using _silence = await endWhenSilent((statement) => client.query(statement))
    return await runMissing(client, connectionString, options)
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', end)
    await client.end()
  }
}

/**
 * Returns whether there is nothing to do. A program that is restarted then does not wait for a newer version that migrates: an index may take that hours.
 */
async function isMigrated(client: pg.Client, { folder = FOLDER, until }: MigrationOptions): Promise<boolean> {
  if (!(await hasContracts(client))) return false
  const known = await readMigrations(folder)
  const done = await readDone(client)
  const isMissing = ({ name, checksum }: Migration) =>
    (until === undefined || name <= until) && done.get(name) !== checksum
  if (known.some(isMissing)) return false
  return (await readNewerContract(client, known)) === null && !(await isRecordHidden(client))
}

/** Waits for other migrating programs. Polls, because a statement that waits holds a snapshot, for which `create index concurrently` waits. */
async function waitForTurn(client: pg.Client): Promise<void> {
  const isMine = async () => {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [MIGRATION_LOCK])
    return rows[0]?.mine === true
  }
  while (!(await isMine())) await delay(POLL_MS)
}

/** Returns the names of the migrations that a database lacks. Changes nothing. @throws UnreleasedDatabaseError */
export async function readPendingMigrations(connectionString: string): Promise<readonly string[]> {
  const client = await openClient(connectionString, 'opal-migrate')
  try {
    const { rows } = await client.query<{ made: boolean }>(
      `select to_regclass('public.schema_migrations') is not null as made`,
    )
    const done = rows[0]?.made ? await readDone(client) : new Map<string, string>()
    return (await readMigrationNames()).filter((name) => !done.has(name))
  } finally {
    await client.end()
  }
}

/** Returns the names of the migrations that this version runs, in their order. */
export async function readMigrationNames(folder: URL = FOLDER): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

async function readMigrations(folder: URL): Promise<readonly Migration[]> {
  return Promise.all(
    (await readMigrationNames(folder)).map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function runMissing(
  client: pg.Client,
  connectionString: string,
  options: MigrationOptions,
): Promise<readonly string[]> {
  const { folder = FOLDER, until, signal } = options
  const migrations = await readMigrations(folder)
  await createRecord(client)
  const done = await readDone(client)
  await refuseNewerContracts(client, migrations)
  const ran: string[] = []
  for (const migration of migrations) {
    if (until !== undefined && migration.name > until) break
    const checksum = done.get(migration.name)
    if (checksum === undefined) {
      // An unfinished backfill has dropped indexes and will recreate them as they were, which would undo a migration of them, or make it fail.
      if (ran.length === 0) await restoreIndexes(connectionString, { ...(signal && { signal }) })
      await runRetrying(client, migration, options)
      ran.push(migration.name)
    } else if (checksum !== migration.checksum) {
      throw new MigrationMismatchError(
        migration.name,
        `Migration ${migration.name} has changed since it made this database. Start with the version that made this database.`,
      )
    }
  }
  await showRecord(client)
  return ran
}

/** Creates the table of the migrations that ran. */
async function createRecord(client: pg.Client): Promise<void> {
  await client.query(`create table if not exists public.schema_migrations (
    name text primary key, checksum text not null, ran_at timestamptz not null default now())`)
}

/** Lets the API read which migrations ran: it is not ready before. Its role is made by one of them. */
async function showRecord(client: pg.Client): Promise<void> {
  if (await isRecordHidden(client)) await client.query('grant select on public.schema_migrations to opal_api')
}

async function isRecordHidden(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from pg_roles where rolname = 'opal_api' and not has_table_privilege(oid, 'public.schema_migrations', 'select')`,
  )
  return rowCount !== 0
}

/** Programs of one version run alongside those of the next: what that has added does not concern them. @throws MigrationMismatchError */
async function refuseNewerContracts(client: pg.Client, known: readonly Migration[]): Promise<void> {
  if (!(await hasContracts(client)))
    await client.query('alter table public.schema_migrations add column is_contract boolean not null default false')
  const first = await readNewerContract(client, known)
  if (first !== null)
    throw new MigrationMismatchError(
      first,
      `A newer version has removed from this database what this one reads (migration ${first}). Start with that version, or a later one.`,
    )
}

/** Returns whether there is a record of migrations, which says of each whether it contracts. */
async function hasContracts(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from pg_attribute where attrelid = to_regclass('public.schema_migrations') and attname = 'is_contract'`,
  )
  return rowCount !== 0
}

/** Returns the name of the first contracting migration of a newer version; null for none. */
async function readNewerContract(client: pg.Client, known: readonly Migration[]): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(
    'select name from public.schema_migrations where is_contract and name <> all($1) order by name limit 1',
    [known.map(({ name }) => name)],
  )
  return rows[0]?.name ?? null
}

async function readDone(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from public.schema_migrations',
  )
  if (rows.some(({ name }) => name === UNRELEASED)) throw new UnreleasedDatabaseError()
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

/** Runs a migration, again when it cannot get a lock in time. @throws MigrationBlockedError */
async function runRetrying(client: pg.Client, migration: Migration, options: MigrationOptions): Promise<void> {
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

const NEVER = new AbortController().signal

/** SQLSTATEs: lock_not_available, deadlock_detected. */
const LOCK_FAULT = /^(55P03|40P01)$/

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

/** Returns the statements of a migration that runs outside a transaction: each ends with a semicolon at the end of a line. */
export function statementsOf(sql: string): readonly string[] {
  return sql
    .replaceAll(/^\s*--.*$/gm, '')
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}

async function recordDone(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  const isContract = sql.startsWith(CONTRACT)
  await client.query('insert into public.schema_migrations (name, checksum, is_contract) values ($1, $2, $3)', [
    name,
    checksum,
    isContract,
  ])
}
