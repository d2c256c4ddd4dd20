import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { createTestStore } from '../testing/test-store.ts'
import { connect, type Store } from './connection.ts'
import { UNPREPARED } from './prepared-statements.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore({}, { maxConnections: 1, workload: 'writer' })
  await sql`create table numbers (n integer primary key)`.execute(store.db)
})
afterAll(() => store[Symbol.asyncDispose]())

/** Begins statements on one connection in one turn. */
async function together(...statements: readonly [string, ...unknown[]][]) {
  const client = await store.pool.connect()
  try {
    return await Promise.allSettled(statements.map(([text, ...values]) => client.query(text, values)))
  } finally {
    client.release()
  }
}

test('statements of one tick each get their own rows, types and counts', async () => {
  const answers = await together(
    ['insert into numbers values ($1), ($2)', 1, 2],
    ['select n, n::bigint as wide from numbers where n >= $1 order by n', 1],
    ['select count(*) as count from numbers'],
    ['delete from numbers where n = any($1)', [1, 2, 3]],
    ['select n from numbers where n > $1', 0],
  )
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : null))).toMatchObject([
    { command: 'INSERT', rowCount: 2 },
    {
      rows: [
        { n: 1, wide: 1n },
        { n: 2, wide: 2n },
      ],
    },
    { rows: [{ count: 2n }] },
    { command: 'DELETE', rowCount: 2 },
    { rows: [] },
  ])
})

test('when one fails, the others succeed, and the connection remains usable', async () => {
  const answers = await together(
    ['insert into numbers values ($1)', 7],
    ['insert into numbers values ($1::integer / $2)', 1, 0],
    ['select $1::integer as n', 1],
  )
  expect(answers).toMatchObject([
    { value: { rowCount: 1 } },
    { status: 'rejected', reason: { code: '22012' } },
    { value: { rows: [{ n: 1 }] } },
  ])
  const again = await together(['select n from numbers where n = $1', 7], ['delete from numbers where n = $1', 7])
  expect(again).toMatchObject([{ value: { rows: [{ n: 7 }] } }, { value: { rowCount: 1 } }])
})

test.each([1, 2, 3, 5])('a statement that fails at its use number %i works at the next', async (failing) => {
  const statement = (divisor: number): [string, ...unknown[]] => [
    `select ${failing} as "${failing}", 6 / $1 as n`,
    divisor,
  ]
  for (let use = 1; use <= failing + 3; use += 1) {
    const [answer] = await together(statement(use === failing ? 0 : 2))
    if (use === failing) expect(answer).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
    else expect(answer).toMatchObject({ value: { rows: [{ n: 3 }] } })
  }
})

test('an unreadable answer fails its own statement only', async () => {
  const answers = await together(['select $1::numeric as half', '0.5'], ['select $1::integer as whole', 1])
  expect(answers).toMatchObject([{ status: 'rejected' }, { value: { rows: [{ whole: 1 }] } }])
})

test('a cut connection fails what waits on it', async () => {
  const client = await store.pool.connect()
  const cut = Promise.allSettled([
    client.query('select pg_terminate_backend(pg_backend_pid()), $1::integer', [1]),
    client.query('select $1::integer', [2]),
  ])
  expect((await cut).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  client.release(true)
  expect((await sql<{ n: number }>`select ${1}::integer as n`.execute(store.db)).rows).toEqual([{ n: 1 }])
})

test('rows are read alike before and after a statement is prepared', async () => {
  const statement = 'select n, n::bigint as wide, null::text as nothing from generate_series(1, $1::integer) as n'
  const rows = [{ n: 1, wide: 1n, nothing: null }]
  for (const many of [0, 1, 0, 1, 0, 1]) {
    const answers = await together([statement, many], ['insert into numbers values ($1) on conflict do nothing', 50])
    expect(answers[0]).toMatchObject({ status: 'fulfilled', value: { rows: rows.slice(0, many) } })
    expect(answers[1]).toMatchObject({ status: 'fulfilled', value: { command: 'INSERT' } })
  }
})

test('a statement whose table got a new column fails once, and others succeed', async () => {
  const statement: [string, ...unknown[]] = ['select * from grown where n >= $1', 0]
  await sql`create table grown (n integer)`.execute(store.db)
  await sql`insert into grown values (1)`.execute(store.db)
  for (const _ of [1, 2, 3]) expect(await together(statement)).toMatchObject([{ value: { rows: [{ n: 1 }] } }])
  await sql`alter table grown add column more text default 'x'`.execute(store.db)
  expect(await together(statement, ['select $1::integer as n', 3])).toMatchObject([
    { status: 'rejected', reason: { code: '0A000' } },
    { value: { rows: [{ n: 3 }] } },
  ])
  // The connection would refuse it for ever.
  for (const _ of [1, 2, 3, 4])
    expect(await together(statement)).toMatchObject([{ value: { rows: [{ n: 1, more: 'x' }] } }])
})

// @feature operate.migrations
test('programs that repeat statements do not notice a migration that adds a column, on any kind of connection', async () => {
  await using database = await createTestDatabase()
  await using requests = connect({
    connectionString: database.databaseUrl,
    applicationName: 'test',
    workload: 'requests',
    retryMs: 60_000,
  })
  await sql`create table grown (n integer)`.execute(requests.db)
  await sql`insert into grown values (1)`.execute(requests.db)
  const text = 'select * from grown where n >= $1'
  const read = sql<{ n: number }>`select * from grown where n >= ${0}`
  const kinds = {
    general: async () => (await read.execute(requests.db)).rows,
    prepared: async () => (await read.execute(requests.preparedPool.db)).rows,
    pipelined: () => requests.preparedPool.pipelines.query({ name: 'grown', text, values: [0] }),
  }
  // Several connections of each kind.
  const readAll = async (rounds: number) => {
    for (let round = 0; round < rounds; round += 1)
      for (const [kind, ask] of Object.entries(kinds))
        for (const rows of await Promise.all([1, 2, 3, 4, 5].map(ask))) expect(rows, kind).toMatchObject([{ n: 1 }])
  }
  await readAll(5)
  for (const column of ['more', 'most']) {
    await sql`alter table grown add column ${sql.ref(column)} text default 'x'`.execute(requests.db)
    await readAll(5)
  }
})

test.each(['requests', 'writer'] as const)(
  'for a workload of %s a statement is prepared from its third use on',
  async (workload) => {
    await using database = await createTestDatabase()
    const options = { connectionString: database.databaseUrl, applicationName: 'test', maxConnections: 1 }
    await using store = connect({ ...options, workload })
    const prepared = async () =>
      (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(store.db)).rows
    for (const n of [1, 2]) await sql`select ${n}::integer + 1`.execute(store.db)
    expect(await prepared()).toEqual([])
    for (const n of [3, 4]) await sql`select ${n}::integer + 1`.execute(store.db)
    await sql`select ${1}::integer + 2`.execute(store.db)
    expect(await prepared()).toEqual([{ statement: 'select $1::integer + 1' }])
  },
)

test('is prepared at its third use, of texts that are little enough to be remembered', async () => {
  const prepared = async () => {
    const { rows } = await sql<{ n: bigint }>`
      select count(*) as n from pg_prepared_statements where statement like '%counted uses%'`.execute(store.db)
    return rows[0]?.n
  }
  const use = (text: string) => together([`select $1::integer as n /* ${text} */`, 1])
  await use('counted uses')
  await use('counted uses')
  for (const letter of 'abc') await use(letter.repeat(900_000))
  await use('counted uses')
  expect(await prepared()).toBe(0n)
  await use('counted uses')
  await use('counted uses')
  expect(await prepared()).toBe(1n)
})

test('statements that begin so are never prepared, and long texts only as far as their characters are bounded', async () => {
  await using database = await createTestDatabase()
  const options = { connectionString: database.databaseUrl, applicationName: 'test', maxConnections: 1 }
  await using own = connect({ ...options, workload: 'requests' })
  const use = async (text: string) => {
    for (const n of [1, 2, 3, 4]) await own.pool.query(text, [n])
  }
  await use(`${UNPREPARED} select $1::integer as short`)
  for (const letter of 'abc') await use(`select $1::integer as ${letter} /* ${letter.repeat(900_000)} */`)
  await use('select $1::integer as last')
  const { rows } = await own.pool.query('select left(statement, 24) as text from pg_prepared_statements order by 1')
  expect(rows.map(({ text }) => text)).toEqual([
    'select $1::integer as a ',
    'select $1::integer as b ',
    'select $1::integer as la',
  ])
})

test('of statements that are named a bounded number is prepared on a connection, and all are answered', async () => {
  await using database = await createTestDatabase()
  const options = { connectionString: database.databaseUrl, applicationName: 'test', maxConnections: 1 }
  await using own = connect(options)
  for (let n = 0; n < 450; n += 1) {
    const statement = { name: `statement ${n}`, text: `select $1::integer + ${n} as sum`, values: [1] }
    for (let use = 0; use < 2; use += 1)
      expect(await own.preparedPool.pipelines.query(statement)).toEqual([{ sum: n + 1 }])
  }
  const counted = { text: 'select count(*)::integer as n from pg_prepared_statements' }
  expect(await own.preparedPool.pipelines.query(counted)).toEqual([{ n: 400 }])
})
