import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect } from '../connect.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { pipelined } from './pipelined.ts'

test.each([false, true])(
  'statements are answered in the order in which they were begun (prepared: %s)',
  async (prepare) => {
    await using database = await createTestDatabase()
    await using store = connect({ connectionString: database.databaseUrl, applicationName: 'test', prepare })
    const found = await store.db.transaction().execute(async (transaction) => {
      await sql`create temporary table numbers (n integer) on commit drop`.execute(transaction)
      for (let round = 0; round < 3; round += 1) {
        await pipelined(transaction, (at) =>
          Promise.all([1, 2, 3].map((n) => sql`insert into numbers values (${n + 10 * round})`.execute(at))),
        )
      }
      const [first, second] = await pipelined(transaction, (at) =>
        Promise.all([
          sql<{ n: number }>`select n from numbers order by n`.execute(at),
          sql<{ sum: bigint }>`select sum(n)::bigint as sum from numbers where n > ${20}`.execute(at),
        ]),
      )
      return { numbers: first.rows.map((row) => row.n), sum: second.rows[0]?.sum }
    })
    expect(found).toEqual({ numbers: [1, 2, 3, 11, 12, 13, 21, 22, 23], sum: 66n })
  },
)

test('one that fails takes the whole transaction back, and the connection goes on', async () => {
  await using database = await createTestDatabase()
  await using store = connect({ connectionString: database.databaseUrl, applicationName: 'test', maxConnections: 1 })
  await sql`create table kept (n integer primary key)`.execute(store.db)
  const failing = store.db.transaction().execute(async (transaction) => {
    await sql`insert into kept values (1)`.execute(transaction)
    await pipelined(transaction, (at) =>
      Promise.all([2, 1, 3].map((n) => sql`insert into kept values (${n})`.execute(at))),
    )
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  const { rows } = await sql<{ count: bigint }>`select count(*) as count from kept`.execute(store.db)
  expect(rows).toEqual([{ count: 0n }])
})
