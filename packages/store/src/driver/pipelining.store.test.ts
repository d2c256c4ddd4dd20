import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { connect, type Store } from './connection.ts'
import { openPipelines, pipelined } from './pipelining.ts'

test.each(['requests', 'writer'] as const)(
  'statements are answered in the order in which they were begun (workload: %s)',
  async (workload) => {
    await using database = await createTestDatabase()
    await using store = connect({ connectionString: database.databaseUrl, applicationName: 'test', workload })
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

test('one that fails takes the whole transaction back, and the connection remains usable', async () => {
  await using database = await createTestDatabase()
  await using store = connect({ connectionString: database.databaseUrl, applicationName: 'test', maxConnections: 1 })
  await sql`create table numbers (n integer primary key)`.execute(store.db)
  const failing = store.db.transaction().execute(async (transaction) => {
    await sql`insert into numbers values (1)`.execute(transaction)
    await pipelined(transaction, (at) =>
      Promise.all([2, 1, 3].map((n) => sql`insert into numbers values (${n})`.execute(at))),
    )
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  const { rows } = await sql<{ count: bigint }>`select count(*) as count from numbers`.execute(store.db)
  expect(rows).toEqual([{ count: 0n }])
})

let database: TestDatabase
let store: Store
beforeAll(async () => {
  database = await createTestDatabase()
  store = connect({ connectionString: database.databaseUrl, applicationName: 'test' })
})
afterAll(async () => {
  await store[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

const WHOSE = { name: 'whose', text: 'select pg_backend_pid() as pid, $1::int as n' }
type Answer = { readonly pid: number; readonly n: number }

test('many statements share few connections, and each gets its own answer', async () => {
  await using pipelines = openPipelines(store.pool, 3)
  const numbers = Array.from({ length: 200 }, (_, at) => at)
  const answers = await Promise.all(numbers.map((n) => pipelines.query<Answer>({ ...WHOSE, values: [n] })))
  expect(answers.map(([row]) => row?.n)).toEqual(numbers)
  expect(new Set(answers.map(([row]) => row?.pid)).size).toBe(3)
})

test('one that fails leaves those behind it alone', async () => {
  await using pipelines = openPipelines(store.pool, 1)
  const [failed, answered] = await Promise.allSettled([
    pipelines.query({ text: 'select 1 / $1::int', values: [0] }),
    pipelines.query<Answer>({ ...WHOSE, values: [7] }),
  ])
  expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
  expect(answered).toMatchObject({ status: 'fulfilled', value: [{ n: 7 }] })
})

test('a connection that is lost is replaced', async () => {
  await using pipelines = openPipelines(store.pool, 1)
  const pidNow = async () => (await pipelines.query<Answer>({ ...WHOSE, values: [1] }))[0]?.pid
  const before = await pidNow()
  await store.pool.query('select pg_terminate_backend($1)', [before])
  await expect.poll(() => pidNow().catch(() => before)).not.toBe(before)
})

test('statements that were sent before the end are answered', async () => {
  const pipelines = openPipelines(store.pool, 2)
  const answers = [1, 2, 3].map((n) => pipelines.query<Answer>({ ...WHOSE, values: [n] }))
  await Promise.all(answers)
  await pipelines[Symbol.asyncDispose]()
  expect((await Promise.all(answers)).map(([row]) => row?.n)).toEqual([1, 2, 3])
  expect(store.pool.waitingCount).toBe(0)
})
