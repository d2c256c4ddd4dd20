import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { connect, type Store } from './connection.ts'
import { arrayLiteral } from './prepared-statements.ts'

test('an array literal is read as the values that it was made of', async () => {
  await using database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.databaseUrl })
  await client.connect()
  const ask = async (type: string, values: readonly unknown[]) => {
    const { rows } = await client.query(`select $1::${type}[]::text[] as texts`, [arrayLiteral(values)])
    return rows[0]?.texts
  }
  try {
    const texts = fc.array(fc.option(fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''))))
    await fc.assert(
      fc.asyncProperty(texts, async (values) => {
        expect(await ask('text', values)).toEqual(values)
      }),
    )
    const special = ['null', 'NULL', '', ' ', '{}', '{"a"}', 'a,b', '\\', '\\"', '"', "'", '\n\t', null]
    expect(await ask('text', special)).toEqual(special)
    expect(await ask('numeric', [-1n, 2n ** 256n, null])).toEqual(['-1', String(2n ** 256n), null])
    expect(await ask('integer', [0, -7])).toEqual(['0', '-7'])
    expect(await ask('boolean', [true, false, null])).toEqual(['true', 'false', null])
    expect(await ask('text', [])).toEqual([])
  } finally {
    await client.end()
  }
})

test('other things are left to the driver', () => {
  expect(arrayLiteral([['nested']])).toBeNull()
  expect(arrayLiteral(['text', new Uint8Array(1)])).toBeNull()
  expect(arrayLiteral([{ a: 1 }])).toBeNull()
})

const stack = new AsyncDisposableStack()
let store: Store
beforeAll(async () => {
  const database = stack.use(await createTestDatabase())
  const options = { connectionString: database.databaseUrl, applicationName: 'test', maxConnections: 1, prepare: true }
  store = stack.use(connect(options))
  await sql`create table kept (n integer primary key)`.execute(store.db)
})
afterAll(() => stack.disposeAsync())

/** Begins statements on one connection in one turn. */
async function together(...statements: readonly [string, ...unknown[]][]) {
  const client = await store.pool.connect()
  try {
    return await Promise.allSettled(statements.map(([text, ...values]) => client.query(text, values)))
  } finally {
    client.release()
  }
}

test('a statement with parameters is prepared once a connection, one without is not', async () => {
  for (const n of [1, 2, 3]) await sql`select ${n}::integer + 1`.execute(store.db)
  await sql`select 1`.execute(store.db)
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(store.db)
  expect(rows).toEqual([{ statement: 'select $1::integer + 1' }])
})

test('statements of one tick each get their own rows, types and counts', async () => {
  const answers = await together(
    ['insert into kept values ($1), ($2)', 1, 2],
    ['select n, n::bigint as wide from kept where n >= $1 order by n', 1],
    ['select count(*) as count from kept'],
    ['delete from kept where n = any($1)', [1, 2, 3]],
    ['select n from kept where n > $1', 0],
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

test('when one fails, those of its turn fail with it, and the connection goes on', async () => {
  const answers = await together(
    ['insert into kept values ($1)', 7],
    ['insert into kept values ($1::integer / $2)', 1, 0],
    ['select $1::integer as never_prepared', 1],
  )
  expect(answers).toMatchObject(answers.map(() => ({ status: 'rejected', reason: { code: '22012' } })))
  const again = await together(['select $1::integer as never_prepared', 1], ['select n from kept where n = $1', 7])
  expect(again).toMatchObject([{ value: { rows: [{ never_prepared: 1 }] } }, { value: { rows: [] } }])
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

test('what rows look like is asked once, and rows are read alike ever after', async () => {
  const statement = 'select n, n::bigint as wide, null::text as nothing from generate_series(1, $1::integer) as n'
  const rows = [{ n: 1, wide: 1n, nothing: null }]
  for (const many of [0, 1, 0, 1]) {
    const answers = await together([statement, many], ['insert into kept values ($1) on conflict do nothing', 50])
    expect(answers[0]).toMatchObject({ status: 'fulfilled', value: { rows: rows.slice(0, many) } })
    expect(answers[1]).toMatchObject({ status: 'fulfilled', value: { command: 'INSERT' } })
  }
})

test('a statement whose table grew a column fails once told so, and others go on', async () => {
  const statement: [string, ...unknown[]] = ['select * from grown where n >= $1', 0]
  await sql`create table grown (n integer)`.execute(store.db)
  await sql`insert into grown values (1)`.execute(store.db)
  expect(await together(statement)).toMatchObject([{ value: { rows: [{ n: 1 }] } }])
  await sql`alter table grown add column more text default 'x'`.execute(store.db)
  expect(await together(statement)).toMatchObject([{ status: 'rejected', reason: { code: '0A000' } }])
  expect(await together(['select $1::integer as n', 3])).toMatchObject([{ value: { rows: [{ n: 3 }] } }])
})

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
