import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** The cluster that `global-setup.ts` prepared for this run. */
export interface TestCluster {
  readonly adminUrl: string
  /** Database with all migrations applied, to be copied. */
  readonly template: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    testCluster: TestCluster
  }
}

/** A database of one's own. Disposing drops it. */
export interface TestDatabase extends AsyncDisposable {
  readonly databaseUrl: string
}

export interface TestDatabaseOptions {
  /** False gives an empty database. */
  readonly migrated?: boolean
}

/**
 * Makes a database for one test file or one test.
 * @example await using database = await createTestDatabase()
 */
export async function createTestDatabase({ migrated = true }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const cluster = inject('testCluster')
  const name = `opal_test_${randomBytes(6).toString('hex')}`
  const template = migrated ? ` template ${cluster.template}` : ''
  await withAdmin(cluster, (client) => client.query(`create database ${name}${template}`))
  const url = new URL(cluster.adminUrl)
  url.pathname = name
  return {
    databaseUrl: url.href,
    [Symbol.asyncDispose]: async () => {
      await withAdmin(cluster, (client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
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
