import { readServerFacts } from '@opal/store/maintenance/inspect/server-facts'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { expect, test } from 'vitest'
import { checkPostgres, faultsOf } from './check-postgres.ts'

test('a PostgreSQL is asked for its version and settings, and what is wrong is said with what to do', async () => {
  await using database = await createTestDatabase()
  const facts = await readServerFacts(database.databaseUrl)
  const sound = { ...facts.settings, fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }
  expect(faultsOf({ ...facts, settings: sound })).toEqual([])
  const poor = { ...facts, versionNumber: 140_004, encoding: 'LATIN1', canCreateSchemas: false, hasRoles: false }
  expect(faultsOf({ ...poor, settings: { ...sound, fsync: 'off', max_connections: '20' } })).toEqual([
    expect.stringContaining('15 or newer'),
    expect.stringContaining('encoding UTF8'),
    expect.stringContaining('fsync is off'),
    expect.stringContaining('allow 50'),
    expect.stringContaining('CREATE on the database'),
    expect.stringContaining('opal_public'),
  ])
})

test('one that cannot be reached is named', async () => {
  await expect(checkPostgres('postgres://opal@127.0.0.1:1/opal')).rejects.toThrow(
    'The database does not answer (connect ECONNREFUSED 127.0.0.1:1): start it, or name another with DATABASE_URL.',
  )
})
