import { errorCode } from '@opal/domain/errors'
import { sql } from 'kysely'
import { connect, type Store } from '../../driver/connection.ts'
import { openClient } from '../../driver/open-client.ts'

/** Returns whether a server accepts connections at this address. Throws on any error but a refused connection. */
export async function isReachable(databaseUrl: string): Promise<boolean> {
  try {
    const client = await openClient(databaseUrl, 'opal-inspect')
    await client.end()
    return true
  } catch (error) {
    if (errorCode(error) === 'ECONNREFUSED') return false
    throw error
  }
}

/** Returns whether this connection's user may write or alter chain rows, which the API has no need to. */
export async function mayChangeChainRows({ db }: Pick<Store, 'db'>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select has_schema_privilege('market', 'create') or has_table_privilege('market.listings', 'insert') as may`.execute(
    db,
  )
  return rows[0]?.may ?? false
}

/** Version and settings of a PostgreSQL server. */
export interface ServerFacts {
  /** As `server_version_num`: 180004 is 18.4. */
  readonly versionNumber: number
  readonly version: string
  /** Values of `pg_settings` in their own words, with units: `256MB`, `on`. */
  readonly settings: Readonly<Record<string, string>>
  readonly encoding: string
  /**
   * Whether the role may create what migrations need: schemas, and the roles of outsiders and of the API, unless
   * they exist.
   */
  readonly canCreateSchemas: boolean
  readonly hasRoles: boolean
  readonly databaseBytes: bigint
}

const SETTINGS = ['fsync', 'full_page_writes', 'synchronous_commit', 'max_connections', 'shared_buffers', 'work_mem']

/** Asks a server about itself. @throws when it cannot be reached within ten seconds, or refuses. */
export async function readServerFacts(databaseUrl: string): Promise<ServerFacts> {
  await using store = connect({
    connectionString: databaseUrl,
    applicationName: 'opal-doctor',
    maxConnections: 1,
    connectionTimeoutMs: 10_000,
    statementTimeoutMs: 10_000,
  })
  const { rows } = await sql<Omit<ServerFacts, 'settings'>>`
    select current_setting('server_version_num')::int as "versionNumber", current_setting('server_version') as version,
      current_setting('server_encoding') as encoding,
      has_database_privilege(current_database(), 'create') as "canCreateSchemas",
      (select count(*) = 2 from pg_roles where rolname in ('opal_public', 'opal_api'))
        or (select rolcreaterole or rolsuper from pg_roles where rolname = current_user) as "hasRoles",
      pg_database_size(current_database()) as "databaseBytes"`.execute(store.db)
  const named = await sql<{ name: string; value: string }>`
    select name, current_setting(name) as value from unnest(${SETTINGS}::text[]) as name`.execute(store.db)
  const [facts] = rows
  if (facts === undefined) throw new Error('PostgreSQL answered nothing about itself.')
  return { ...facts, settings: Object.fromEntries(named.rows.map(({ name, value }) => [name, value])) }
}
