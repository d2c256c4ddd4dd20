import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { connect } from './driver/connection.ts'
import { MigrationMismatchError, UnreleasedDatabaseError } from './errors.ts'
import { migrate, readPendingMigrations } from './migrate.ts'
import { createTestDatabase } from './testing/test-database.ts'

test('programs that start together migrate once', async () => {
  await using database = await createTestDatabase({ migrated: false })
  const runs = await Promise.all([1, 2, 3].map(() => migrate(database.databaseUrl)))
  expect(runs.flat()).toEqual(readdirSync(new URL('../migrations/', import.meta.url)).sort())
})

test('a database of other text, or of a newer version, is refused by name', async () => {
  await using database = await createTestDatabase()
  await using store = connect({ connectionString: database.databaseUrl, applicationName: 'opal-test' })
  await store.pool.query("insert into public.schema_migrations (name, checksum) values ('9999_later.sql', 'x')")
  await expect(migrate(database.databaseUrl)).rejects.toThrow('9999_later.sql')
  await store.pool.query("delete from public.schema_migrations where name = '9999_later.sql'")
  await store.pool.query("update public.schema_migrations set checksum = 'other'")
  await expect(migrate(database.databaseUrl)).rejects.toThrow(MigrationMismatchError)
})

test('a database of before the first release is refused with what to do', async () => {
  await using database = await createTestDatabase({ migrated: false })
  await using store = connect({ connectionString: database.databaseUrl, applicationName: 'opal-test' })
  await store.pool.query('create table public.schema_migrations (name text primary key, checksum text not null)')
  await store.pool.query(
    "insert into public.schema_migrations values ('0001_initial.sql', 'x'), ('0002_rarity.sql', 'y')",
  )
  for (const begin of [migrate, readPendingMigrations]) {
    const error = await begin(database.databaseUrl).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(UnreleasedDatabaseError)
    expect((error as Error).message).toMatch(/start with an empty one .*--data-dir.* `npm run restore`/)
  }
  const { rows } = await store.pool.query("select 1 from pg_namespace where nspname in ('chain', 'market', 'account')")
  expect(rows).toEqual([])
})

test('pending migrations are listed without changing the database', async () => {
  await using database = await createTestDatabase({ migrated: false })
  const all = readdirSync(new URL('../migrations/', import.meta.url)).sort()
  expect(await readPendingMigrations(database.databaseUrl)).toEqual(all)
  await migrate(database.databaseUrl)
  expect(await readPendingMigrations(database.databaseUrl)).toEqual([])
})

test('every processor that the SDK may name follows the checkpoint', async () => {
  await using database = await createTestDatabase()
  await using store = connect({ connectionString: database.databaseUrl, applicationName: 'opal-test' })
  const { rows } = await store.pool.query<{ processor: string }>('select processor from chain.processor_status')
  expect(rows).toEqual([])
  await store.pool.query(
    "insert into chain.checkpoints (stream, chain_id, next_version, last_timestamp_micros) values ('main', 4, 8, 1700000000000001)",
  )
  const status = await store.db
    .selectFrom('chain.processor_status')
    .selectAll()
    .where('processor', '=', 'token_v2_processor')
    .executeTakeFirst()
  expect(status).toMatchObject({ last_success_version: 7n, last_transaction_timestamp: '2023-11-14 22:13:20.000001' })
})
