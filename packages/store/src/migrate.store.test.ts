import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Store } from './driver/connection.ts'
import { MigrationBlockedError, MigrationMismatchError, UnreleasedDatabaseError } from './errors.ts'
import { readRebuildsDue } from './ingest/stream/clear-derived.ts'
import { CONTRACT, migrate, OUTSIDE_TRANSACTION, readPendingMigrations, statementsOf } from './migrate.ts'
import { readTokenDetail } from './queries/tokens/read-token-detail.ts'
import { seedSmallMarket } from './testing/small-market.ts'
import { CLOSED_MARKETPLACE_TOKEN, SMALL_MARKET_IDS } from './testing/small-market-ids.ts'
import { createTestDatabase } from './testing/test-database.ts'
import { createTestStore } from './testing/test-store.ts'
import { writeQueuedListItems } from './testing/write-queued-list-items.ts'

const NOW_MICROS = 1_790_000_000_000_000n

test('migrates once when programs start together', async () => {
  await using database = await createTestDatabase({ migrated: false })
  const runs = await Promise.all([1, 2, 3].map(() => migrate(database.databaseUrl)))
  expect(runs.flat()).toEqual(readdirSync(new URL('../migrations/', import.meta.url)).sort())
})

test('migrations are numbered in the order in which they run, each number once', () => {
  const names = readdirSync(new URL('../migrations/', import.meta.url)).sort()
  expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, at) => at + 1))
})

test.each([
  ['a new database', 0, []],
  ['one with transactions', 1, ['frozen tokens and token stores']],
])('%s is rebuilt only where rows lack what a migration adds', async (_, transactions, due) => {
  await using store = await createTestStore()
  await store.pool.query("delete from public.schema_migrations where name = '0013_rederive_validity.sql'")
  await store.pool.query(
    `insert into chain.transactions
        (version, hash, block_height, epoch, timestamp_micros, success, gas_used, gas_unit_price)
      select 1, '0x1', 1, 1, 1, true, 1, 1 from generate_series(1, $1)`,
    [transactions],
  )
  expect(await migrate(store.connectionString)).toEqual(['0013_rederive_validity.sql'])
  expect(await readRebuildsDue(store.db)).toEqual(due)
})

test('orders on closed marketplaces of an older database get the validity of today', async () => {
  await using store = await createTestStore()
  await seedSmallMarket(store, { ids: SMALL_MARKET_IDS, marketplace: 'somewhere', nowMicros: NOW_MICROS })
  const { pool } = store
  const tables = ['listings', 'token_offers', 'collection_offers'] as const
  const countsOf = async (validity: string) => {
    const count = async (table: string) =>
      (await pool.query(`select count(*)::int as n from market.${table} where validity = $1`, [validity])).rows[0].n
    return Promise.all(tables.map(count))
  }
  for (const table of tables) {
    await pool.query(`alter table market.${table} drop constraint ${table}_validity_check`)
    await pool.query(
      `update market.${table} set validity = 'venue-closed' where validity = 'marketplace-closed' or validity = 'valid'`,
    )
    await pool.query(
      `alter table market.${table} add constraint ${table}_validity_check check (validity <> 'marketplace-closed')`,
    )
  }
  await writeQueuedListItems(store)
  const before = await countsOf('venue-closed')
  expect(before.every((n) => n > 0)).toBe(true)
  const names = ['0027_marketplace_closed.sql', '0028_list_rows_of_closed_marketplaces.sql']
  await pool.query('delete from public.schema_migrations where name = any($1)', [names])
  expect(await migrate(store.connectionString)).toEqual(names)
  expect([await countsOf('venue-closed'), await countsOf('marketplace-closed')]).toEqual([[0, 0, 0], before])
  const shown = () => readTokenDetail(store, CLOSED_MARKETPLACE_TOKEN, NOW_MICROS)
  expect(await shown()).toMatchObject({ listings: [{ validity: 'marketplace-closed' }] })
  await writeQueuedListItems(store)
  expect(await shown()).toMatchObject({ listings: [{ validity: 'marketplace-closed' }] })
})

test('works beside a newer version that has added something, and refuses one that has taken something away', async () => {
  await using store = await createTestStore()
  const insert = "insert into public.schema_migrations (name, checksum, is_contract) values ($1, 'x', $2)"
  await store.pool.query(insert, ['9998_more.sql', false])
  expect(await migrate(store.connectionString)).toEqual([])
  await store.pool.query(insert, ['9999_less.sql', true])
  await expect(migrate(store.connectionString)).rejects.toThrow(
    'A newer version has removed from this database what this one reads (migration 9999_less.sql)',
  )
})

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

  test('a migration that was killed amid filling rows has changed nothing, and the next start completes it', async () => {
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

// @feature operate.migrations
test('a migration outside a transaction that was killed after any of its statements is completed by the next start', async () => {
  await using store = await createTestStore({ migrated: false })
  const folder = new URL('../migrations/', import.meta.url)
  const names = readdirSync(folder).sort()
  const textOf = (name: string) => readFileSync(new URL(name, folder), 'utf8')
  const outside = names.filter((name) => textOf(name).startsWith(OUTSIDE_TRANSACTION))
  expect(outside.length).toBeGreaterThan(5)
  for (const name of outside) {
    await migrate(store.connectionString, { until: names[names.indexOf(name) - 1] ?? '' })
    const statements = statementsOf(textOf(name))
    const indexes = [...textOf(name).matchAll(/^create (?:unique )?index concurrently (\w+)/gm)].map(
      ([, index]) => index,
    )
    for (const at of statements.keys()) {
      for (const statement of statements.slice(0, at + 1)) await store.pool.query(statement)
      // As PostgreSQL leaves one that was not built to its end.
      await store.pool.query(
        'update pg_index i set indisvalid = false from pg_class c where c.oid = i.indexrelid and c.relname = any($1)',
        [indexes],
      )
    }
    expect(await migrate(store.connectionString, { until: name })).toEqual([name])
    const { rows } = await store.pool.query(
      'select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid where i.indisvalid and c.relname = any($1)',
      [indexes],
    )
    expect(rows.map(({ relname }) => relname).toSorted(), name).toEqual(indexes.toSorted())
  }
})

/** Waits until an index is being built. */
async function untilBuilding({ pool }: Store): Promise<void> {
  const isBuilding = async () => (await pool.query('select 1 from pg_stat_progress_create_index')).rowCount === 1
  await vi.waitFor(async () => expect(await isBuilding()).toBe(true), { timeout: 20_000, interval: 20 })
}

/** Migrations before were written when no service was running. */
const FIRST_BESIDE_A_SERVICE = 60

// @feature operate.migrations
test.each<[string, string, readonly string[]]>([
  ['adds a table with an index', 'create table market.a (id int);\ncreate index on market.a (id);', []],
  ['adds a column', 'alter table market.a add column b text;', []],
  ['adds a column with a value', 'alter table market.a add column b int not null default 0;', []],
  [
    'adds a column that older programs do not fill',
    'alter table market.a\n  add column b int not null;',
    ['not null without a default'],
  ],
  ['drops a column', 'alter table market.a drop column b;', ['drop']],
  ['drops a table', 'drop table market.a;', ['drop']],
  ['renames a column', 'alter table market.a rename column b to c;', ['rename']],
  ['changes a type', 'alter table market.a alter column b type bigint;', ['type']],
  ['requires a value', 'alter table market.a alter column b set not null;', ['set not null']],
  ['drops a column later', `${CONTRACT}alter table market.a drop column b;`, []],
  ['builds an index while writers wait', 'create index on market.a (b);', ['index']],
  ['builds an index', `${OUTSIDE_TRANSACTION}create index concurrently a_b on market.a (b);`, []],
  ['changes rows outside a transaction', `${OUTSIDE_TRANSACTION}update market.a set b = 1;`, ['outside']],
  ['speaks of it', '-- drop table market.a;\ncreate table market.a (id int);', []],
])('a migration that %s stops no older program, or is found', (_, sql, faults) => {
  expect(faultsOfMigration(sql)).toEqual(faults.map((fault) => expect.stringContaining(fault)))
})

test('no migration stops a program of the version before it', () => {
  const folder = new URL('../migrations/', import.meta.url)
  const names = readdirSync(folder).filter((name) => Number(name.slice(0, 4)) >= FIRST_BESIDE_A_SERVICE)
  const faults = names.flatMap((name) =>
    faultsOfMigration(readFileSync(new URL(name, folder), 'utf8')).map((fault) => `${name}: ${fault}`),
  )
  expect(faults).toEqual([])
})

/** Finds what a migration does that programs of the version before it do not survive, or that makes them wait for as long as a table is large. */
function faultsOfMigration(text: string): readonly string[] {
  const isContract = text.startsWith(CONTRACT)
  const isOutside = text.startsWith(OUTSIDE_TRANSACTION)
  const sql = text.replaceAll(/--.*$/gm, '')
  const created = [...sql.matchAll(/create table (?:if not exists )?([\w.]+)/gi)].map(([, name]) => name)
  const indexes = [
    ...sql.matchAll(/create (?:unique )?index (concurrently )?(?:(?:if not exists )?\w+ )?on ([\w.]+)/gi),
  ]
  const isWaiting = indexes.some(([, concurrently, table]) => !concurrently && !created.includes(table))
  const taken: readonly (readonly [RegExp, string])[] = [
    [/\bdrop (?:table|column|view|function|type|schema)\b/i, 'drop: older programs use it'],
    [/\brename\b/i, 'rename: older programs use the name'],
    [/\balter column \w+ (?:set data )?type\b/i, 'type: older programs send the other one'],
    [/\bset not null\b/i, 'set not null: older programs may send none'],
    [
      /\badd column (?:(?!default)[^,;])*\bnot null\b(?:(?!default)[^,;])*(?:[,;])/i,
      'not null without a default: older programs send none',
    ],
  ]
  return [
    ...(isContract ? [] : taken.filter(([pattern]) => pattern.test(sql)).map(([, fault]) => fault)),
    ...(isWaiting ? ['index: writers wait while it is built'] : []),
    ...(isOutside &&
    statementsOf(text).some((statement) => !/\bconcurrently\b|\bvalidate constraint\b/i.test(statement))
      ? ['outside a transaction only what can be repeated, and makes no one wait']
      : []),
  ]
}

test('refuses a database whose migrations had another text', async () => {
  await using store = await createTestStore()
  await store.pool.query("update public.schema_migrations set checksum = 'other'")
  await expect(migrate(store.connectionString)).rejects.toThrow(MigrationMismatchError)
})

test('refuses a database of before the first release, and says what to do', async () => {
  await using store = await createTestStore({ migrated: false })
  await store.pool.query('create table public.schema_migrations (name text primary key, checksum text not null)')
  await store.pool.query(
    "insert into public.schema_migrations values ('0001_initial.sql', 'x'), ('0002_rarity.sql', 'y')",
  )
  for (const begin of [migrate, readPendingMigrations]) {
    const error = await begin(store.connectionString).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(UnreleasedDatabaseError)
    expect((error as Error).message).toMatch(/start with an empty one .*--data-dir.* `npm run restore`/)
  }
  const { rows } = await store.pool.query("select 1 from pg_namespace where nspname in ('chain', 'market', 'account')")
  expect(rows).toEqual([])
})

test('lists pending migrations without changing the database', async () => {
  await using database = await createTestDatabase({ migrated: false })
  const all = readdirSync(new URL('../migrations/', import.meta.url)).sort()
  expect(await readPendingMigrations(database.databaseUrl)).toEqual(all)
  await migrate(database.databaseUrl)
  expect(await readPendingMigrations(database.databaseUrl)).toEqual([])
})
