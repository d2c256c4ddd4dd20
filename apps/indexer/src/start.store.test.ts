import { setTimeout as wait } from 'node:timers/promises'
import { startLedgerNode } from '@opal/chain/testing/ledger-node'
import { responseWith } from '@opal/chain/testing/raw-transaction'
import { startStreamServer } from '@opal/chain/testing/stream-server'
import { connect } from '@opal/store/driver/connection'
import { freePort } from '@opal/store/embedded/free-port'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { start } from './start.ts'
import type { IndexerHealth } from './status/indexer-health.ts'
import { offerHistory } from './testing/offer-history.ts'
import { indexerEnvironment, runIndexer } from './testing/running-indexer.ts'

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

test('is not behind a local chain on which nothing has happened for long, once it has all of it', async () => {
  const history = offerHistory(3)
  await using database = await createTestDatabase()
  await using server = await startStreamServer(({ startingVersion, send }) => {
    send(responseWith(history.slice(Number(startingVersion))))
  })
  // One more than the stream has brought.
  let head = history.length + 1
  let asked = 0
  await using node = await startLedgerNode(() => {
    asked += 1
    return head - 1
  })
  await using indexer = await runIndexer(database.databaseUrl, server.address, { NODE_URL: node.url })
  await indexer.until(({ nextVersion }) => nextVersion === String(history.length))
  const before = asked
  await expect.poll(() => asked, { timeout: 20_000 }).toBeGreaterThan(before + 1)
  expect((await indexer.ready()).health.lagSeconds).toBeGreaterThan(600)
  head = history.length
  const { state } = await indexer.until(({ lagSeconds }) => lagSeconds !== null && lagSeconds < 60)
  expect(state).toBe('following')
})

test('an indexer that is restarted while the stream brings nothing says how far behind the index is', async () => {
  const history = offerHistory(3)
  await using database = await createTestDatabase()
  let isSilent = false
  await using server = await startStreamServer(({ startingVersion, send }) => {
    if (!isSilent) send(responseWith(history.slice(Number(startingVersion))))
  })
  const written = String(history.length)
  {
    await using first = await runIndexer(database.databaseUrl, server.address)
    await first.until(({ nextVersion }) => nextVersion === written)
  }
  isSilent = true
  await using second = await runIndexer(database.databaseUrl, server.address)
  const { lagSeconds } = await second.until(
    ({ state, nextVersion }) => state === 'following' && nextVersion === written,
  )
  expect(lagSeconds).toBeGreaterThan(600)
  expect(await second.metrics()).toMatch(/^opal_indexer_lag_seconds \d{3,}$/m)
})
