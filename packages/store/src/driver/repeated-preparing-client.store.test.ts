import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect } from '../connect.ts'
import { createTestDatabase } from '../testing/test-database.ts'

test('where only repeated statements are prepared, one is from its third time on', async () => {
  await using database = await createTestDatabase()
  const options = { connectionString: database.databaseUrl, applicationName: 'test', maxConnections: 1 }
  await using store = connect({ ...options, prepare: 'repeated' })
  const prepared = async () =>
    (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(store.db)).rows
  for (const n of [1, 2]) await sql`select ${n}::integer + 1`.execute(store.db)
  expect(await prepared()).toEqual([])
  for (const n of [3, 4]) await sql`select ${n}::integer + 1`.execute(store.db)
  await sql`select ${1}::integer + 2`.execute(store.db)
  expect(await prepared()).toEqual([{ statement: 'select $1::integer + 1' }])
})
