import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Store } from '../driver/connection.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { preparedStatement, StatementVariants } from './prepared-statement.ts'
import { QueryTooSlowError } from './read-rows.ts'

let database: TestDatabase
let store: Store
beforeAll(async () => {
  database = await createTestDatabase()
  store = connect({ connectionString: database.databaseUrl, applicationName: 'test', statementTimeoutMs: 1_000 })
})
afterAll(async () => {
  await store[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

test('a statement is put together once, and says other values each time, one of them twice', async () => {
  let built = 0
  const ask = preparedStatement(['left', 'right'], ({ left, right }) => {
    built += 1
    return sql<{ text: string }>`select ${left}::text || ${right}::text || ${left}::text || ${'!'}::text as text`
  })
  const answers = [await ask(store, { left: 'a', right: 1n }), await ask(store, { left: 'b', right: null })]
  expect(answers).toEqual([[{ text: 'a1a!' }], [{ text: null }]])
  expect(built).toBe(1)
})

test('a statement that is cut off says so', async () => {
  const wait = preparedStatement(['seconds'], ({ seconds }) => sql`select pg_sleep(${seconds}::float8)`)
  await expect(wait(store, { seconds: 5 })).rejects.toThrow(QueryTooSlowError)
})

test('statements of one kind are cached by their shape', () => {
  const statements = new StatementVariants<never, unknown>()
  const make = () => preparedStatement<never, unknown>([], () => sql`select 1`)
  expect(statements.get('one', make)).toBe(statements.get('one', make))
  expect(statements.get('other', make)).not.toBe(statements.get('one', make))
})
