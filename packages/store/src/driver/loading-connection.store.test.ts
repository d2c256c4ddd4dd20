import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestStore } from '../testing/test-store.ts'
import { openLoadingConnection } from './loading-connection.ts'

test('a transaction fails by the statement that failed first, not by one that the server skipped behind it', async () => {
  await using store = await createTestStore()
  await using connection = await openLoadingConnection(store.connectionString, 'opal-test')
  const failing = connection.transaction(async (db) => {
    // As the write of a phase, which is awaited in the end.
    sql`select 1 / 0`.execute(db).catch(() => undefined)
    await sql`select 1`.execute(db)
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  const { rows } = await connection.transaction((db) => sql`select 2 as two`.execute(db))
  expect(rows).toEqual([{ two: 2 }])
})
