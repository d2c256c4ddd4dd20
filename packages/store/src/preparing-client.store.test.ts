import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect } from './connect.ts'
import { createTestDatabase } from './testing/test-database.ts'

test('a statement with parameters is prepared once a connection, one without is not', async () => {
  await using database = await createTestDatabase()
  const options = { connectionString: database.databaseUrl, applicationName: 'test', maxConnections: 1 }
  await using store = connect({ ...options, prepare: true })
  for (const n of [1, 2, 3]) await sql`select ${n}::integer + 1`.execute(store.db)
  await sql`select 1`.execute(store.db)
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(store.db)
  expect(rows).toEqual([{ statement: 'select $1::integer + 1' }])
})
