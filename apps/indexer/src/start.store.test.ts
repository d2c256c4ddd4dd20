import { setTimeout as wait } from 'node:timers/promises'
import { connect } from '@opal/store/driver/connection'
import { freePort } from '@opal/store/embedded/free-port'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { start } from './start.ts'
import type { IndexerHealth } from './status/indexer-health.ts'
import { indexerEnvironment } from './testing/running-indexer.ts'

/** As in `migrate.ts`. */
const MIGRATION_LOCK = 7_238_401

test('shows that it lives, and is not ready, while the database is migrated', async () => {
  await using database = await createTestDatabase({ migrated: false })
  await using store = connect({ connectionString: database.databaseUrl, applicationName: 'opal-test' })
  const other = await store.pool.connect()
  await other.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  const port = await freePort(0)
  const environment = { ...indexerEnvironment(database.databaseUrl, '127.0.0.1:1'), INDEXER_PORT: String(port) }
  let isStarted = false
  const starting = start(readConfig(environment), pino({ level: 'silent' })).then((indexer) => {
    isStarted = true
    return indexer
  })
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  let alive = await ask('/healthz').catch(() => null)
  while (alive === null) {
    await wait(20)
    alive = await ask('/healthz').catch(() => null)
  }
  expect([alive.status, ((await alive.json()) as IndexerHealth).state]).toEqual([200, 'starting'])
  expect((await ask('/readyz')).status).toBe(503)
  expect(isStarted).toBe(false)
  other.release(true)
  await using indexer = await starting
  expect(indexer.statusUrl).toBe(`http://127.0.0.1:${port}`)
})
