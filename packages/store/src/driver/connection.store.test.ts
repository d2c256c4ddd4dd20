import { sql } from 'kysely'
import { expect, test } from 'vitest'
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
