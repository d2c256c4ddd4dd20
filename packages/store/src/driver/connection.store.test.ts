import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { connect } from './connection.ts'

const SETTINGS = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit'] as const

test('a writer is planned to look rows up by their keys; others are planned as the server sees fit', async () => {
  await using database = await createTestDatabase()
  const options = { connectionString: database.databaseUrl, applicationName: 'test' }
  await using owner = connect(options)
  // As a server is set when nobody has set it.
  await sql`do $$ begin execute format('alter database %I set jit = on', current_database()); end $$`.execute(owner.db)
  await using writer = connect({ ...options, workload: 'writer' })
  await using reader = connect(options)
  const shown = async ({ pool }: typeof writer) =>
    Promise.all(
      SETTINGS.map(async (name) => {
        const { rows } = await pool.query<Record<string, string>>(`show ${name}`)
        return rows[0]?.[name]
      }),
    )
  expect(await shown(writer)).toEqual(['off', 'off', 'off', 'off'])
  expect(await shown(reader)).toEqual(['on', 'on', 'on', 'on'])
})

test('a connection is still open after minutes without a statement, and closed after half an hour', async () => {
  await using database = await createTestDatabase()
  await using store = connect({ connectionString: database.databaseUrl, applicationName: 'test' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const processOf = async () =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(store.db)).rows[0]?.pid
    const first = await processOf()
    vi.advanceTimersByTime(5 * 60_000)
    expect(await processOf()).toBe(first)
    vi.advanceTimersByTime(30 * 60_000)
    expect(store.pool.totalCount).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
