import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../migrate.ts'
import { listenChanges } from '../queries/activity/changes.ts'
import { startPgbouncer } from '../testing/servers/start-pgbouncer.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { connect } from './connection.ts'
import { checkServers, ServerSettingError } from './server-checks.ts'

const never = new AbortController().signal
const stack = new AsyncDisposableStack()
let database: TestDatabase
let pooled: string

beforeAll(async () => {
  database = stack.use(await createTestDatabase())
  pooled = stack.use(await startPgbouncer(database.databaseUrl)).url
})
afterAll(() => stack.disposeAsync())

// @feature operate.pooler
test('general statements go through pgBouncer, prepared ones past it, any number at a time', async () => {
  await using store = connect({
    connectionString: database.databaseUrl,
    pooledUrl: pooled,
    applicationName: 'opal-test',
    statementTimeoutMs: 10_000,
    workload: 'requests',
  })
  const numbers = Array.from({ length: 300 }, (_, at) => at)
  const answers = await Promise.all(
    numbers.map(async (at) => {
      const general = await sql<{ at: number }>`select ${at}::int as at`.execute(store.db)
      const [prepared] = await store.preparedPool.pipelines.query<{ at: number }>({
        text: 'select $1::int as at',
        values: [at],
      })
      return [general.rows[0]?.at, prepared?.at]
    }),
  )
  expect(answers).toEqual(numbers.map((at) => [at, at]))
  const within = await store.db.transaction().execute(async (transaction) => {
    await sql`select set_config('work_mem', '8MB', true)`.execute(transaction)
    return (await sql<{ work_mem: string }>`show work_mem`.execute(transaction)).rows
  })
  expect(within).toEqual([{ work_mem: '8MB' }])
})

// @feature operate.pooler
test('clients that need a direct connection refuse a pooled one', async () => {
  await expect(checkServers(pooled, null, never)).rejects.toThrow('the API needs a direct connection')
  await expect(migrate(pooled)).rejects.toThrow('migrating needs a direct connection')
  const refused = await new Promise<Error>((resolve) => {
    stack.use(listenChanges({ connectionString: pooled, onWake: () => undefined, onError: resolve, retryMs: 60_000 }))
  })
  expect(refused).toBeInstanceOf(ServerSettingError)
  await using other = connect({ connectionString: pooled, applicationName: 'opal-test' })
  // A pool that sends settings is refused by pgBouncer itself.
  await expect(sql`select 1`.execute(other.db)).rejects.toThrow('unsupported startup parameter')
})

// @feature operate.pooler
test('names a pooled user that lacks settings, and the statements that set them', async () => {
  await expect(checkServers(database.databaseUrl, pooled, never)).rejects.toThrow(/alter role .* set statement_timeout/)
  const client = new pg.Client({ connectionString: database.databaseUrl })
  await client.connect()
  const user = client.escapeIdentifier(new URL(pooled).username)
  const name = client.escapeIdentifier(new URL(pooled).pathname.slice(1))
  try {
    await client.query(`alter role ${user} in database ${name} set statement_timeout = '10s'`)
    await client.query(`alter role ${user} in database ${name} set idle_in_transaction_session_timeout = '5s'`)
    await client.query(`alter role ${user} in database ${name} set pg_trgm.word_similarity_threshold = 0.45`)
    await using fresh = await startPgbouncer(database.databaseUrl)
    await checkServers(database.databaseUrl, fresh.url, never)
  } finally {
    await client.end()
  }
})
