import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** The cluster that `global-setup.ts` prepared for this run. */
export interface TestCluster {
  readonly adminUrl: string
  /** Database with all migrations applied, to be copied. */
  readonly template: string
  /** A user in the role that the API has. */
  readonly apiUser: { readonly name: string; readonly password: string }
}

declare module 'vitest' {
  export interface ProvidedContext {
    testCluster: TestCluster
  }
}

/** Contents shared by several tests' databases: written once in a run, then copied. */
export interface Filling {
  /** Letters, digits and `_`; the same name is the same content. */
  readonly name: string
  /** Leaves no connection open. */
  fill(databaseUrl: string): Promise<void>
}

/** A database of one's own. Disposing drops it. */
export interface TestDatabase extends AsyncDisposable {
  readonly databaseUrl: string
  /** The same as the API's user. */
  readonly apiDatabaseUrl: string
}

/** Copies a template file by file; by itself PostgreSQL writes each block to its log, which takes longer for one so small. */
const AS_FILES = 'strategy file_copy'

export interface TestDatabaseOptions {
  /** False gives an empty database. */
  readonly migrated?: boolean
  /** Contents beyond the migrations. */
  readonly filling?: Filling
}

/**
 * Makes a database for one test file or one test.
 * @example await using database = await createTestDatabase()
 */
export async function createTestDatabase({
  migrated = true,
  filling,
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const cluster = inject('testCluster')
  const name = `opal_test_${randomBytes(6).toString('hex')}`
  const source = filling === undefined ? cluster.template : await filledTemplate(cluster, filling)
  const template = migrated ? ` template ${source} ${AS_FILES}` : ''
  await withAdmin(cluster, (client) => client.query(`create database ${name}${template}`))
  return {
    databaseUrl: urlOf(cluster, name),
    apiDatabaseUrl: apiUrlOf(cluster, name),
    [Symbol.asyncDispose]: async () => {
      await withAdmin(cluster, (client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

/** Name of the template with this filling. The first caller creates it; others, in other processes too, wait. */
async function filledTemplate(cluster: TestCluster, { name, fill }: Filling): Promise<string> {
  const template = `${cluster.template}_${name}`
  await withAdmin(cluster, async (client) => {
    // Held until the connection ends.
    await client.query('select pg_advisory_lock(hashtext($1))', [template])
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template])
    if (rowCount !== 0) return
    const draft = `${template}_draft`
    await client.query(`drop database if exists ${draft} with (force)`)
    await client.query(`create database ${draft} template ${cluster.template} ${AS_FILES}`)
    await fill(urlOf(cluster, draft))
    await client.query(`alter database ${draft} rename to ${template}`)
  })
  return template
}

function urlOf({ adminUrl }: TestCluster, database: string): string {
  const url = new URL(adminUrl)
  url.pathname = database
  return url.href
}

function apiUrlOf(cluster: TestCluster, database: string): string {
  const url = new URL(urlOf(cluster, database))
  url.username = cluster.apiUser.name
  url.password = cluster.apiUser.password
  return url.href
}

/** Runs `work` on a connection to the cluster's first database. */
export async function withAdmin<Result>(
  cluster: TestCluster,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: cluster.adminUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
