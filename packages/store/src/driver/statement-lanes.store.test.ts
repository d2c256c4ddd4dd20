import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Store } from '../connect.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { openLanes } from './statement-lanes.ts'

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
  await using lanes = openLanes(store.pool, 3)
  const numbers = Array.from({ length: 200 }, (_, at) => at)
  const answers = await Promise.all(numbers.map((n) => lanes.ask<Answer>({ ...WHOSE, values: [n] })))
  expect(answers.map(([row]) => row?.n)).toEqual(numbers)
  expect(new Set(answers.map(([row]) => row?.pid)).size).toBe(3)
})

test('one that fails leaves those behind it alone', async () => {
  await using lanes = openLanes(store.pool, 1)
  const [failed, answered] = await Promise.allSettled([
    lanes.ask({ text: 'select 1 / $1::int', values: [0] }),
    lanes.ask<Answer>({ ...WHOSE, values: [7] }),
  ])
  expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
  expect(answered).toMatchObject({ status: 'fulfilled', value: [{ n: 7 }] })
})

test('a connection that is lost is replaced', async () => {
  await using lanes = openLanes(store.pool, 1)
  const pidNow = async () => (await lanes.ask<Answer>({ ...WHOSE, values: [1] }))[0]?.pid
  const before = await pidNow()
  await store.pool.query('select pg_terminate_backend($1)', [before])
  await expect.poll(() => pidNow().catch(() => before)).not.toBe(before)
})

test('what was asked before the end is answered', async () => {
  const lanes = openLanes(store.pool, 2)
  const answers = [1, 2, 3].map((n) => lanes.ask<Answer>({ ...WHOSE, values: [n] }))
  await Promise.all(answers)
  await lanes[Symbol.asyncDispose]()
  expect((await Promise.all(answers)).map(([row]) => row?.n)).toEqual([1, 2, 3])
  expect(store.pool.waitingCount).toBe(0)
})
