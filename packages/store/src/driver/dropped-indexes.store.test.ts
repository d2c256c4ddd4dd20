import { expect, test, vi } from 'vitest'
import { createTestStore } from '../testing/test-store.ts'
import { dropIndexes, restoreIndexes } from './loading/dropped-indexes.ts'
import { openClient } from './open-client.ts'

test('an index that the server still builds for a killed program is awaited, and is made once', async () => {
  await using store = await createTestStore({ migrated: false })
  await store.pool.query(`create table items (id int, name text unique, primary key (id));
    create index items_by_name on items (name, id); create unique index items_by_both on items (id, name)`)
  const indexes = async () =>
    (await store.pool.query("select indexdef from pg_indexes where tablename = 'items' order by indexdef")).rows
  const before = await indexes()
  expect(before).toHaveLength(4)
  const client = await openClient(store.connectionString, 'opal-test')
  await dropIndexes(client, ['items'])
  await client.end()
  expect(await indexes()).toEqual([])
  // Each index waits for it.
  const writer = await store.pool.connect()
  await writer.query("begin; insert into items values (1, 'a')")
  // To the server a program that was killed and one that runs are the same as long as it builds.
  const programs = [1, 2, 3].map(() => restoreIndexes(store.connectionString))
  const waiting = `select pid from pg_stat_activity
    where application_name = 'opal-bulk' and wait_event_type = 'Lock' and datname = current_database()`
  await vi.waitFor(async () => expect((await store.pool.query(waiting)).rowCount).toBe(6), {
    timeout: 20_000,
    interval: 20,
  })
  await writer.query('commit')
  writer.release()
  await Promise.all(programs)
  expect(await indexes()).toEqual(before)
})
