import { expect, it } from 'vitest'
import { connect } from '../driver/connection.ts'
import { migrate } from '../migrate.ts'
import { readMigrationNames } from '../migration-files.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { createSchemaCheck, readSchemaState } from './schema-state.ts'

it('a database is current once every migration of this version ran, until a newer version contracts it, as the API’s own user sees it', async () => {
  await using database = await createTestDatabase({ migrated: false })
  const opened = [database.databaseUrl, database.apiDatabaseUrl].map((connectionString) =>
    connect({ connectionString, applicationName: 'test' }),
  )
  await using ours = opened[0] as ReturnType<typeof connect>
  await using api = opened[1] as ReturnType<typeof connect>
  const seen = async () => [await readSchemaState(ours), await readSchemaState(api)]
  expect(await seen()).toEqual(['behind', 'behind'])
  const names = await readMigrationNames()
  for (const until of [names[0], names[3], names.at(-2)] as string[]) {
    await migrate(database.databaseUrl, { until })
    expect(await seen(), until).toEqual(['behind', 'behind'])
  }
  await migrate(database.databaseUrl)
  expect(await seen()).toEqual(['current', 'current'])
  // A newer version has run one that is unknown here, and ours may go on.
  await ours.pool.query("insert into public.schema_migrations (name, checksum) values ('9999_newer.sql', 'x')")
  expect(await seen()).toEqual(['current', 'current'])
  // One of an indexer before the API could read the record.
  await ours.pool.query('revoke select on public.schema_migrations from opal_api')
  expect(await seen()).toEqual(['current', 'behind'])
  await migrate(database.databaseUrl)
  expect(await seen()).toEqual(['current', 'current'])
  await ours.pool.query('alter table public.schema_migrations drop column is_contract')
  expect(await seen()).toEqual(['behind', 'behind'])
  await migrate(database.databaseUrl)
  expect(await seen()).toEqual(['current', 'current'])
  const running = createSchemaCheck()
  expect(await running(api)).toBe('current')
  // A newer version has removed something.
  await ours.pool.query("update public.schema_migrations set is_contract = true where name = '9999_newer.sql'")
  expect(await seen()).toEqual(['contracted', 'contracted'])
  // Which concerns those that start from now on.
  expect([await running(api), await createSchemaCheck()(api)]).toEqual(['current', 'contracted'])
})
