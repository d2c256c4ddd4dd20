import { expect, test } from 'vitest'
import { connect } from './connect.ts'
import { createTestDatabase } from './testing/test-database.ts'

test('a writer finds rows by their keys, also in a table of which nothing was gathered yet', async () => {
  await using database = await createTestDatabase()
  await using writer = connect({ connectionString: database.databaseUrl, applicationName: 'test', prepare: true })
  await writer.pool.query('create table filled (name text, note text); create index on filled (name)')
  await writer.pool.query("insert into filled select 'name ' || n, 'note' from generate_series(1, 300) as n")
  const { rows } = await writer.pool.query<{ 'QUERY PLAN': string }>(
    `explain select next.* from unnest($1::text[]) as asked (name)
      join filled on filled.name = asked.name join filled next on next.name = filled.note`,
    [['name 1', 'name 2']],
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('Nested Loop')
  expect(plan).not.toContain('Seq Scan')
})
