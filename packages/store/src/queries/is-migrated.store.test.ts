import { expect, it } from 'vitest'
import { connect } from '../driver/connection.ts'
import { migrate, readMigrationNames } from '../migrate.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { isMigrated } from './is-migrated.ts'

it('a database is migrated once every migration of this version ran, as the API’s own user sees it', async () => {
  await using database = await createTestDatabase({ migrated: false })
  const opened = [database.databaseUrl, database.apiDatabaseUrl].map((connectionString) =>
    connect({ connectionString, applicationName: 'test' }),
  )
  await using ours = opened[0] as ReturnType<typeof connect>
  await using api = opened[1] as ReturnType<typeof connect>
  const seen = async () => [await isMigrated(ours), await isMigrated(api)]
  expect(await seen()).toEqual([false, false])
  const names = await readMigrationNames()
  for (const until of [names[0], names[3], names.at(-2)] as string[]) {
    await migrate(database.databaseUrl, { until })
    expect(await seen(), until).toEqual([false, false])
  }
  await migrate(database.databaseUrl)
  expect(await seen()).toEqual([true, true])
  // A newer version has run one that is unknown here, and ours may go on.
  await ours.pool.query("insert into public.schema_migrations (name, checksum) values ('9999_newer.sql', 'x')")
  expect(await seen()).toEqual([true, true])
  // One of an indexer before the API could read the record.
  await ours.pool.query('revoke select on public.schema_migrations from opal_api')
  expect(await seen()).toEqual([true, false])
  await migrate(database.databaseUrl)
  expect(await seen()).toEqual([true, true])
})
