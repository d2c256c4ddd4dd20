import { setImmediate as nextTurn } from 'node:timers/promises'
import { runs } from '@opal/domain/testing/effort/config'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestStore } from '../testing/test-store.ts'
import type { Store } from './connection.ts'
import type { Executor } from './pipelining.ts'
import { inSavepoint, inTransaction } from './transactions.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore({}, { maxConnections: 1, workload: 'writer' })
  await sql`create table numbers (n integer primary key)`.execute(store.db)
})
beforeEach(() => sql`truncate numbers`.execute(store.db))
afterAll(() => store[Symbol.asyncDispose]())

const insert = (db: Executor, n: number) => sql`insert into numbers values (${n}::integer)`.execute(db)

async function numbers(): Promise<readonly number[]> {
  const { rows } = await sql<{ n: number }>`select n from numbers order by n`.execute(store.db)
  return rows.map(({ n }) => n)
}

test('everything is committed, the last statements included', async () => {
  await inTransaction(store.db, async (at) => {
    await Promise.all([insert(at, 1), insert(at, 2)])
    return { last: [insert(at, 3), insert(at, 4)] }
  })
  expect(await numbers()).toEqual([1, 2, 3, 4])
})

test('nothing is committed when one of the last statements fails', async () => {
  const failing = inTransaction(store.db, async (at) => {
    await insert(at, 1)
    return { last: [insert(at, 2), insert(at, 1), insert(at, 3)] }
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await numbers()).toEqual([])
})

test('statements queued together with a failing one are not executed after the rollback', async () => {
  const { promise: rolledBack, resolve } = Promise.withResolvers<void>()
  let late: Promise<unknown> = Promise.resolve()
  const failing = inTransaction(store.db, async (at) => {
    late = rolledBack.then(() => insert(at, 5))
    late.catch(() => undefined)
    await insert(at, 1)
    await insert(at, 1)
    return { last: [] }
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  resolve()
  await expect(late).rejects.toThrow('over')
  expect(await numbers()).toEqual([])
})

test('an error of ours takes everything back', async () => {
  const failing = inTransaction(store.db, async (at) => {
    await insert(at, 1)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await numbers()).toEqual([])
})

test('reports the first of several errors, though only a later statement was awaited', async () => {
  const failing = inTransaction(store.db, async (at) => {
    await insert(at, 1)
    const doubled = insert(at, 1)
    doubled.catch(() => undefined)
    await nextTurn()
    await insert(at, 9)
    return { last: [doubled] }
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await numbers()).toEqual([])
})

test('parts of a transaction that fail are undone alone, and none leaves a savepoint behind, however many there are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }), async (parts) => {
      await sql`delete from numbers`.execute(store.db)
      await store.db.transaction().execute(async (transaction) => {
        for (const [at, fails] of parts.entries()) {
          const part = inSavepoint(transaction, async () => {
            await insert(transaction, at)
            if (fails) await insert(transaction, at)
          })
          if (fails) await expect(part).rejects.toMatchObject({ code: '23505' })
          else await part
        }
      })
      expect(await numbers()).toEqual(parts.flatMap((fails, at) => (fails ? [] : [at])))
      const left = store.db.transaction().execute(async (transaction) => {
        for (const fails of parts) {
          const part = inSavepoint(transaction, () => (fails ? Promise.reject(new Error('no')) : Promise.resolve()))
          await part.catch(() => undefined)
        }
        await sql`release savepoint part`.execute(transaction)
      })
      await expect(left).rejects.toMatchObject({ code: '3B001' })
    }),
    { numRuns: runs(10) },
  )
})
