import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { endWhenSilent, endWithClient } from './driver/end-with-client.ts'
import { restoreIndexes } from './driver/loading/dropped-indexes.ts'
import { openClient } from './driver/open-client.ts'
import { checkDirect, checkDurable } from './driver/server-checks.ts'
import { MigrationMismatchError, UnreleasedDatabaseError } from './errors.ts'
import { MIGRATIONS_FOLDER, type Migration, readMigrationNames, readMigrations } from './migration-files.ts'
import { type RetryOptions, runMigration } from './run-migration.ts'

/** Any fixed number: two programs that start together queue up here. */
const MIGRATION_LOCK = 7_238_401
const POLL_MS = 100
/** First migration of the schema from before the first release. */
const UNRELEASED = '0001_initial.sql'

export interface MigrationOptions extends RetryOptions {
  /** Folder of the migrations. */
  readonly folder?: URL
  /** Name of the last migration to run. */
  readonly until?: string
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
async function isMigrated(
  client: pg.Client,
  { folder = MIGRATIONS_FOLDER, until }: MigrationOptions,
): Promise<boolean> {
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

async function runMissing(
  client: pg.Client,
  connectionString: string,
  options: MigrationOptions,
): Promise<readonly string[]> {
  const { folder = MIGRATIONS_FOLDER, until, signal } = options
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
      await runMigration(client, migration, options)
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
