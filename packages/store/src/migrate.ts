import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { checkDirect, checkDurable } from './driver/server-checks.ts'
import { MigrationMismatchError, UnreleasedDatabaseError } from './errors.ts'

const FOLDER = new URL('../migrations/', import.meta.url)
/** Any fixed number: two programs that start together queue up here. */
const MIGRATION_LOCK = 7_238_401
/** First migration of the schema from before the first release. */
const UNRELEASED = '0001_initial.sql'

interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/**
 * Migrates a database to the newest schema. Each file of `migrations/` runs once, in name order, in its own
 * transaction. Safe when several programs start concurrently.
 * @returns names of the migrations that ran now.
 * @throws ServerSettingError when a pooler is in between, or commits are not safe; MigrationMismatchError when the database holds an unknown or changed migration, and
 * UnreleasedDatabaseError when it was made before the first release.
 */
export async function migrate(connectionString: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString, application_name: 'opal-migrate' })
  await client.connect()
  try {
    await checkDirect(client, 'migrating')
    await checkDurable(client)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    return await runMissing(client, await readMigrations())
  } finally {
    await client.end()
  }
}

/** Returns the names of the migrations that a database lacks. Changes nothing. @throws UnreleasedDatabaseError */
export async function readPendingMigrations(connectionString: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString, application_name: 'opal-migrate' })
  await client.connect()
  try {
    const { rows } = await client.query<{ made: boolean }>(
      `select to_regclass('public.schema_migrations') is not null as made`,
    )
    const done = rows[0]?.made ? await readDone(client) : new Map<string, string>()
    return (await readMigrations()).map(({ name }) => name).filter((name) => !done.has(name))
  } finally {
    await client.end()
  }
}

async function readMigrations(): Promise<readonly Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, FOLDER), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function runMissing(client: pg.Client, migrations: readonly Migration[]): Promise<readonly string[]> {
  const done = await readDone(client)
  for (const name of done.keys()) {
    if (!migrations.some((migration) => migration.name === name))
      throw new MigrationMismatchError(name, 'of this database is unknown here')
  }
  const ran: string[] = []
  for (const migration of migrations) {
    const checksum = done.get(migration.name)
    if (checksum === undefined) {
      await runOne(client, migration)
      ran.push(migration.name)
    } else if (checksum !== migration.checksum) {
      throw new MigrationMismatchError(migration.name, 'has changed since it made this database')
    }
  }
  return ran
}

async function readDone(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  await client.query(`create table if not exists public.schema_migrations (
    name text primary key, checksum text not null, ran_at timestamptz not null default now())`)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from public.schema_migrations',
  )
  if (rows.some(({ name }) => name === UNRELEASED)) throw new UnreleasedDatabaseError()
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

async function runOne(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.sql)
    await client.query('insert into public.schema_migrations (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
