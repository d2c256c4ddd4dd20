import { expect, test } from 'vitest'
import { connect } from './connect.ts'
import { createTestDatabase } from './testing/test-database.ts'

test('a writer finds rows by their keys, also in tables that were empty when its statement was planned', async () => {
  await using database = await createTestDatabase()
  await using writer = connect({ connectionString: database.databaseUrl, applicationName: 'test', prepare: true })
  const { rows } = await writer.pool.query<{ 'QUERY PLAN': string }>(
    `explain select e.* from unnest($1::text[]) as asked (token)
      join market.ownership_events e on e.token_data_id = asked.token
      join market.venues v on v.marketplace = asked.token`,
    [['0x1', '0x2']],
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('Nested Loop')
  expect(plan).not.toMatch(/Seq Scan|Hash|Merge/)
})
