import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { toRawRows } from '../../ingest/raw/write-raw.ts'
import { indexed } from '../../ingest/testing/market-story.ts'
import { transactions } from '../../schema/raw.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { isRefusedData } from '../faults.ts'
import type { Executor } from '../pipelining.ts'
import { endFormerLoads, openLoadingConnection } from './loading-connection.ts'

test('a transaction fails by the statement that failed first, not by one that the server skipped behind it', async () => {
  await using store = await createTestStore()
  await using connection = await openLoadingConnection(store.connectionString, 'opal-raw')
  const failing = connection.transaction(async (db) => {
    // As the write of a phase, which is awaited in the end.
    sql`select 1 / 0`.execute(db).catch(() => undefined)
    await sql`select 1`.execute(db)
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  const { rows } = await connection.transaction((db) => sql`select 2 as two`.execute(db))
  expect(rows).toEqual([{ two: 2 }])
})

test('a number that is out of range is refused data, as it is where rows are inserted', async () => {
  await using store = await createTestStore()
  await using connection = await openLoadingConnection(store.connectionString, 'opal-raw')
  const { transaction } = indexed(1n, [])
  const load = (gasUsed: bigint) =>
    connection.transaction((db) => db.load(transactions, toRawRows([{ ...transaction, gasUsed }]).transactions))
  const beyond = fc.oneof(fc.bigInt({ min: 2n ** 63n }), fc.bigInt({ max: -(2n ** 63n) - 1n }))
  await fc.assert(
    fc.asyncProperty(beyond, async (gasUsed) => {
      const error: unknown = await load(gasUsed).catch((error: unknown) => error)
      expect(error).toMatchObject({ code: '22003' })
      expect(isRefusedData(error)).toBe(true)
    }),
    { numRuns: runs(20) },
  )
  await load(2n ** 63n - 1n)
  expect(await store.db.selectFrom('chain.transactions').select('gas_used').execute()).toEqual([
    { gas_used: 2n ** 63n - 1n },
  ])
})

test.each([
  ['between two statements', () => new Promise<never>(() => undefined)],
  ['during a statement', (db: Executor) => sql`select pg_sleep(600)`.execute(db)],
])('what a process was loading that froze %s is free for the next holder of the lease', async (_, freeze) => {
  await using store = await createTestStore({ migrated: false })
  await store.pool.query('create table taken (id int); insert into taken values (1)')
  // Never disposed of: a frozen process ends nothing.
  const frozen = await openLoadingConnection(store.connectionString, 'opal-derive')
  const { promise: isHeld, resolve: holds } = Promise.withResolvers<void>()
  const loading = frozen.transaction(async (db) => {
    await sql`update taken set id = 2`.execute(db)
    holds()
    await freeze(db)
  })
  loading.catch(() => undefined)
  await isHeld
  await endFormerLoads(store.db)
  await using next = await openLoadingConnection(store.connectionString, 'opal-derive')
  await next.transaction((db) => sql`update taken set id = 3`.execute(db))
  expect((await store.pool.query('select id from taken')).rows).toEqual([{ id: 3 }])
})
