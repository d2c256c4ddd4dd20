import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MigrationMismatchError, UnreleasedDatabaseError } from './errors.ts'
import { readRebuildsDue } from './ingest/stream/clear-derived.ts'
import { migrate, readPendingMigrations } from './migrate.ts'
import { OUTSIDE_TRANSACTION, statementsOf } from './migration-files.ts'
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

test('a start completes one that was killed before the API could read which migrations ran', async () => {
  await using store = await createTestStore()
  await store.pool.query('revoke select on public.schema_migrations from opal_api')
  await migrate(store.connectionString)
  const query = "select has_table_privilege('opal_api', 'public.schema_migrations', 'select') as readable"
  expect((await store.pool.query(query)).rows).toEqual([{ readable: true }])
})

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
