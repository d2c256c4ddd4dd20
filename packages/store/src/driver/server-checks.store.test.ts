import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { checkDirect, checkDurable, checkPooled } from './server-checks.ts'

/** Returns a client that answers every query with this row. @param processID backend that it reported when it connected */
function answering(row: object, processID = 7) {
  return { processID, query: async () => ({ rows: [row] }) } as unknown as pg.Client
}

test.each([
  { fsync: 'on', commit: 'off', standbys: '', isSafe: false },
  { fsync: 'on', commit: 'off', standbys: 'one', isSafe: false },
  { fsync: 'on', commit: 'local', standbys: 'one', isSafe: false },
  { fsync: 'on', commit: 'local', standbys: '', isSafe: true },
  { fsync: 'on', commit: 'on', standbys: '', isSafe: true },
  { fsync: 'on', commit: 'remote_apply', standbys: 'one', isSafe: true },
  // A disposable server of tests.
  { fsync: 'off', commit: 'off', standbys: '', isSafe: true },
])('a server with $commit and standbys "$standbys" is safe: $isSafe', async ({ isSafe, ...settings }) => {
  const check = checkDurable(answering(settings))
  if (isSafe) await check
  else await expect(check).rejects.toThrow(`synchronous_commit is ${settings.commit}`)
})

test('recognises a pooler by the process id that it reports', async () => {
  await expect(checkDirect(answering({ pid: 8 }), 'the lease')).rejects.toThrow(/DATABASE_URL leads through a pooler/)
  await using database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.databaseUrl })
  await client.connect()
  try {
    await checkDirect(client, 'the lease')
    await checkDurable(client)
  } finally {
    await client.end()
  }
})

test('names the settings that a pooled user lacks, and accepts it after a superuser has applied them', async () => {
  await using database = await createTestDatabase()
  const asUser = async <Result>(url: string, work: (client: pg.Client) => Promise<Result>) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return work(client).finally(() => client.end())
  }
  const fault = await asUser(database.apiDatabaseUrl, (client) => checkPooled(client).catch((error: Error) => error))
  const message = fault instanceof Error ? fault.message : ''
  expect(message).toMatch(/statement_timeout.*idle_in_transaction_session_timeout.*word_similarity_threshold/)
  const user = new URL(database.apiDatabaseUrl).username
  try {
    await asUser(database.databaseUrl, (client) => client.query(message.slice(message.indexOf('alter role'))))
    await asUser(database.apiDatabaseUrl, checkPooled)
  } finally {
    await asUser(database.databaseUrl, (client) => client.query(`alter role ${user} reset all`))
  }
})
