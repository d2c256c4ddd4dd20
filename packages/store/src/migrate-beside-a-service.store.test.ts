import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Store } from './driver/connection.ts'
import { dropIndexes, restoreIndexes } from './driver/loading/dropped-indexes.ts'
import { openClient } from './driver/open-client.ts'
import { MigrationBlockedError } from './errors.ts'
import { migrate } from './migrate.ts'
import { OUTSIDE_TRANSACTION } from './migration-files.ts'
import { openLine } from './testing/servers/line.ts'
import { createTestStore } from './testing/test-store.ts'

describe('beside a running service', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'opal-migrations-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql)
  const options = () => ({ folder: pathToFileURL(`${folder}/`), lockTimeoutMs: 100 })
  const blockedOnce = () => {
    const { promise, resolve } = Promise.withResolvers<readonly string[]>()
    return { blocked: promise, onBlocked: (name: string, open: readonly string[]) => resolve([name, ...open]) }
  }

  // @feature operate.migrations
  test('a migration gives way to those who need its table, and is tried again until it gets it', async () => {
    await using store = await createTestStore({ migrated: false })
    write('0001_first.sql', 'create table items (id int); insert into items values (1);')
    await migrate(store.connectionString, options())
    write('0002_wide.sql', 'alter table items add column name text; update items set name = id::text;')
    const reader = await store.pool.connect()
    await reader.query('begin')
    await reader.query('select * from items')
    const { blocked, onBlocked } = blockedOnce()
    const migrating = migrate(store.connectionString, { ...options(), onBlocked })
    expect(await blocked).toEqual([
      '0002_wide.sql',
      expect.stringMatching(/^opal-test \(process \d+, idle in transaction for \d+ s\)$/),
    ])
    // Between two attempts everyone reads and writes as before.
    await store.pool.query('insert into items values (2)')
    await reader.query('commit')
    reader.release()
    expect(await migrating).toEqual(['0002_wide.sql'])
    expect((await store.pool.query('select name from items order by id')).rows).toEqual([{ name: '1' }, { name: '2' }])
  })

  test('a migration that never gets its locks ends, names those who hold them, and has changed nothing', async () => {
    await using store = await createTestStore({ migrated: false })
    write('0001_first.sql', 'create table items (id int);')
    await migrate(store.connectionString, options())
    write('0002_wide.sql', 'create table others (id int); alter table items add column name text;')
    const reader = await store.pool.connect()
    await reader.query('begin')
    await reader.query('select * from items')
    const error = await migrate(store.connectionString, { ...options(), retryForMs: 0 }).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(MigrationBlockedError)
    expect(error.message).toMatch(/^Migration 0002_wide.sql could not lock its tables, which are held by opal-test \(/)
    expect((await store.pool.query("select to_regclass('others') as made")).rows).toEqual([{ made: null }])
    await reader.query('rollback')
    reader.release()
    expect(await migrate(store.connectionString, options())).toEqual(['0002_wide.sql'])
  })

  test('a migration that was killed while it filled rows has changed nothing, and the next start completes it', async () => {
    await using store = await createTestStore({ migrated: false })
    write('0001_first.sql', 'create table items (id int); insert into items values (1);')
    await migrate(store.connectionString, options())
    write(
      '0002_fill.sql',
      'alter table items add column name text; update items set name = id::text; select pg_advisory_xact_lock(7);',
    )
    const holder = await store.pool.connect()
    await holder.query('select pg_advisory_lock(7)')
    const killed = migrate(store.connectionString, { ...options(), lockTimeoutMs: 60_000 }).catch((error) => error)
    const end = `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'opal-migrate' and wait_event_type = 'Lock' and datname = current_database()`
    await vi.waitFor(async () => expect((await store.pool.query(end)).rowCount).toBe(1), {
      timeout: 20_000,
      interval: 20,
    })
    expect(await killed).toBeInstanceOf(Error)
    expect((await store.pool.query('select * from items')).rows).toEqual([{ id: 1 }])
    await holder.query('select pg_advisory_unlock(7)')
    holder.release()
    expect(await migrate(store.connectionString, options())).toEqual(['0002_fill.sql'])
    expect((await store.pool.query('select * from items')).rows).toEqual([{ id: 1, name: '1' }])
  })

  test('an index is built while others write, and while other programs wait to migrate', async () => {
    await using store = await createTestStore({ migrated: false })
    write('0001_first.sql', 'create table items (id int);')
    await migrate(store.connectionString, options())
    write(
      '0002_index.sql',
      `${OUTSIDE_TRANSACTION}-- Items; by id.\ndrop index concurrently if exists items_by_id;\ncreate index concurrently items_by_id on items (id);\n`,
    )
    const writer = await store.pool.connect()
    await writer.query('begin')
    await writer.query('insert into items values (1)')
    const migrating = [1, 2, 3].map(() => migrate(store.connectionString, options()))
    await untilBuilding(store)
    await store.pool.query('insert into items values (2)')
    await writer.query('commit')
    writer.release()
    expect((await Promise.all(migrating)).flat()).toEqual(['0002_index.sql'])
    const { rows } = await store.pool.query(
      "select indisvalid from pg_index where indexrelid = 'items_by_id'::regclass",
    )
    expect(rows).toEqual([{ indisvalid: true }])
  })

  // @feature operate.migrations
  test('a migration that was interrupted at one of its indexes leaves readers those that it has made, and replaces others of the same name', async () => {
    await using store = await createTestStore({ migrated: false })
    write(
      '0001_first.sql',
      `create table items (id int, name text); insert into items values (1, 'a'), (2, 'a');
        create index by_id on items (id); create index by_name on items (id);`,
    )
    await migrate(store.connectionString, options())
    write(
      '0002_wide.sql',
      `${OUTSIDE_TRANSACTION}drop index concurrently if exists public.by_id_wide;
create index concurrently by_id_wide on items (id) include (name);
drop index concurrently if exists by_id;
drop index concurrently if exists by_name;
create unique index concurrently by_name on items (name);
`,
    )
    const indexes = async () => {
      const { rows } = await store.pool.query<{ oid: string; definition: string }>(
        `select indexrelid::text as oid, substring(pg_get_indexdef(indexrelid) from 'INDEX .*') as definition
          from pg_index where indrelid = 'items'::regclass and indisvalid order by 2`,
      )
      return rows
    }
    // Two rows of one name are refused when the first index has taken the place of the former one.
    await expect(migrate(store.connectionString, options())).rejects.toThrow('by_name')
    const made = await indexes()
    expect(made.map(({ definition }) => definition)).toEqual([
      'INDEX by_id_wide ON public.items USING btree (id) INCLUDE (name)',
    ])
    await store.pool.query(`update items set name = 'b' where id = 2`)
    expect(await migrate(store.connectionString, options())).toEqual(['0002_wide.sql'])
    const after = await indexes()
    expect(after.map(({ definition }) => definition)).toEqual([
      made[0]?.definition,
      'INDEX by_name ON public.items USING btree (name)',
    ])
    expect(after[0]?.oid).toBe(made[0]?.oid)
  })

  test('a restart that has nothing to migrate does not wait for a newer version that migrates', async () => {
    await using store = await createTestStore({ migrated: false })
    write('0001_first.sql', 'create table items (id int);')
    const restart = () => migrate(store.connectionString, { ...options(), until: '0001_first.sql' })
    await restart()
    write('0002_index.sql', `${OUTSIDE_TRANSACTION}create index concurrently items_by_id on items (id);\n`)
    const writer = await store.pool.connect()
    await writer.query('begin')
    await writer.query('insert into items values (1)')
    const migrating = migrate(store.connectionString, options())
    await untilBuilding(store)
    expect(await restart()).toEqual([])
    await writer.query('commit')
    writer.release()
    expect(await migrating).toEqual(['0002_index.sql'])
  })

  // A killed program ends its connection in the same way.
  test.each([
    ['in a transaction', ''],
    ['outside one', OUTSIDE_TRANSACTION],
  ])('the server ends a migration %s as well when its program is asked to end', async (_, head) => {
    await using store = await createTestStore({ migrated: false })
    write('0001_long.sql', `${head}create table items (id int);\nselect pg_sleep(600);\n`)
    const ending = new AbortController()
    const migrating = migrate(store.connectionString, { ...options(), signal: ending.signal }).catch((error) => error)
    const sleeping = `select from pg_stat_activity
      where application_name = 'opal-migrate' and wait_event = 'PgSleep' and datname = current_database()`
    const count = async () => (await store.pool.query(sleeping)).rowCount
    await expect.poll(count, { interval: 20, timeout: 20_000 }).toBe(1)
    ending.abort()
    expect(await migrating).toBe(ending.signal.reason)
    await expect.poll(count, { timeout: 60_000 }).toBe(0)
    // The next start does not wait, either.
    write('0001_long.sql', `${head}create table if not exists items (id int);\n`)
    expect(await migrate(store.connectionString, options())).toEqual(['0001_long.sql'])
  })

  test.each([
    ['in a transaction', ''],
    ['outside one', OUTSIDE_TRANSACTION],
  ])('a program that freezes during a migration %s loses its locks, and another one migrates', async (_, head) => {
    await using store = await createTestStore({ migrated: false })
    write('0001_first.sql', 'create table items (id int);')
    await migrate(store.connectionString, options())
    write(
      '0002_wide.sql',
      `${head}alter table items add column if not exists name text;\nselect pg_advisory_xact_lock(7);\n`,
    )
    await using line = await openLine(store.connectionString)
    const holder = await store.pool.connect()
    await holder.query('select pg_advisory_lock(7)')
    const frozen = migrate(line.url, { ...options(), lockTimeoutMs: 60_000 }).catch((error) => error)
    const waiting = `select from pg_stat_activity
      where application_name = 'opal-migrate' and wait_event = 'advisory' and datname = current_database()`
    await expect.poll(async () => (await store.pool.query(waiting)).rowCount, { interval: 20, timeout: 20_000 }).toBe(1)
    line.freeze()
    await holder.query('select pg_advisory_unlock(7)')
    holder.release()
    const ending = AbortSignal.timeout(60_000)
    expect(await migrate(store.connectionString, { ...options(), signal: ending })).toEqual(['0002_wide.sql'])
    line.thaw()
    expect(await frozen).toBeInstanceOf(Error)
  })

  test('a migration changes the indexes that an unfinished backfill has dropped, and the backfill leaves them changed', async () => {
    await using store = await createTestStore({ migrated: false })
    write(
      '0001_first.sql',
      'create table items (id int primary key, name text); create index by_name on items (name); create index by_both on items (name, id);',
    )
    await migrate(store.connectionString, options())
    const client = await openClient(store.connectionString, 'opal-test')
    await dropIndexes(client, ['items'])
    await client.end()
    write('0002_change.sql', `drop index by_name; create index by_name on items (name desc);`)
    write('0003_outside.sql', `${OUTSIDE_TRANSACTION}drop index concurrently if exists by_both;\n`)
    write(
      '0004_key.sql',
      'alter table items drop constraint items_pkey, add constraint items_pkey primary key (id, name);',
    )
    await migrate(store.connectionString, options())
    await restoreIndexes(store.connectionString)
    const { rows } = await store.pool.query<{ definition: string }>(
      "select substring(indexdef from 'INDEX .*') as definition from pg_indexes where tablename = 'items' order by 1",
    )
    expect(rows.map(({ definition }) => definition)).toEqual([
      'INDEX by_name ON public.items USING btree (name DESC)',
      'INDEX items_pkey ON public.items USING btree (id, name)',
    ])
  })

  test('a program that is asked to end does not wait for the indexes that it makes again before a migration', async () => {
    await using store = await createTestStore({ migrated: false })
    write('0001_first.sql', 'create table items (id int); create index by_id on items (id);')
    await migrate(store.connectionString, options())
    const client = await openClient(store.connectionString, 'opal-test')
    await dropIndexes(client, ['items'])
    await client.end()
    write('0002_next.sql', 'create table others (id int);')
    const writer = await store.pool.connect()
    await writer.query('begin; insert into items values (1)')
    const ending = new AbortController()
    const migrating = migrate(store.connectionString, { ...options(), signal: ending.signal }).catch((error) => error)
    const making = `select from pg_stat_activity
      where application_name = 'opal-bulk' and wait_event = 'relation' and datname = current_database()`
    await expect.poll(async () => (await store.pool.query(making)).rowCount, { interval: 20, timeout: 20_000 }).toBe(1)
    ending.abort()
    expect(await migrating).toBe(ending.signal.reason)
    await writer.query('commit')
    writer.release()
    expect(await migrate(store.connectionString, options())).toEqual(['0002_next.sql'])
    expect((await store.pool.query("select to_regclass('by_id') is not null as made")).rows).toEqual([{ made: true }])
  })

  test('runs up to a given migration, and later the rest', async () => {
    await using store = await createTestStore({ migrated: false })
    for (const name of ['0001_a.sql', '0002_b.sql', '0003_c.sql']) write(name, 'select 1;')
    expect(await migrate(store.connectionString, { ...options(), until: '0002_b.sql' })).toEqual([
      '0001_a.sql',
      '0002_b.sql',
    ])
    expect(await migrate(store.connectionString, options())).toEqual(['0003_c.sql'])
  })
})

/** Waits until an index is being built. */
async function untilBuilding({ pool }: Store): Promise<void> {
  const building = 'select from pg_stat_progress_create_index where datname = current_database()'
  await expect.poll(async () => (await pool.query(building)).rowCount, { interval: 20 }).toBe(1)
}
