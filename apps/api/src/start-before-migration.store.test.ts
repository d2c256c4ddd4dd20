import type { Readiness } from '@opal/contract/network/health'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { connect } from '@opal/store/driver/connection'
import { migrate } from '@opal/store/migrate'
import { readMigrationNames } from '@opal/store/migration-files'
import { appendChanges } from '@opal/store/testing/append-changes'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { io } from 'socket.io-client'
import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { start } from './start.ts'

it('an API that starts before its database is migrated says so, and is ready and right from then on; none starts on one that a newer version contracted', async () => {
  await using database = await createTestDatabase({ migrated: false })
  const environment = {
    OPAL_NETWORK: 'local',
    DATABASE_URL: database.apiDatabaseUrl,
    API_PORT: '0',
    CHAIN_GRAPHQL_PORT: '0',
    LOG_LEVEL: 'silent',
    NODE_URL: 'http://127.0.0.1:1/v1',
  }
  await using api = await start(readConfig(environment))
  const client = io(api.url, { transports: ['websocket'], forceNew: true })
  // Acknowledged once the feed can be read.
  const subscribed = new Promise((resolve) => client.emit('subscribe', { room: 'floor_room' }, resolve))
  const ask = async () => {
    const answer = await fetch(`${api.url}/readyz`)
    return { status: answer.status, body: (await answer.json()) as Readiness }
  }
  const unmigrated = {
    status: 503,
    body: { status: 'not-ready', problem: expect.stringContaining('is not migrated'), store: { reachable: true } },
  }
  expect(await ask()).toMatchObject(unmigrated)
  const names = await readMigrationNames()
  for (const until of [names[0], names[40], names.at(-2)] as string[]) {
    await migrate(database.databaseUrl, { until })
    expect(await ask(), until).toMatchObject(unmigrated)
  }
  await migrate(database.databaseUrl)
  expect(await ask()).toMatchObject({ status: 200, body: { status: 'ready', problem: null } })
  const graphql = (path: string) => {
    const headers = { 'content-type': 'application/json' }
    return fetch(`${api.url}${path}`, { method: 'POST', headers, body: '{"query":"{ __typename }"}' })
  }
  const answers = [
    fetch(`${api.url}/aggregator/collection`),
    graphql('/marketplace/graphql'),
    graphql('/chain/graphql'),
  ]
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200])
  // The feed is followed, too.
  expect(await subscribed).toMatchObject({ ok: true })
  const received = new Promise((resolve) => client.once('floor_change', resolve))
  await using store = connect({ connectionString: database.databaseUrl, applicationName: 'test' })
  const payload = { old: '200', new: null }
  const collection_id = EXAMPLE.collectionId
  await appendChanges(store, [{ version: 95n, at_micros: 7n, collection_id, kind: 'floor_change', payload }])
  expect(await received).toMatchObject({ version: '95', old: '200', new: null })
  client.disconnect()
  // A newer version takes something away: this one worked before and goes on, and another of its kind does not begin.
  await store.pool.query(
    `insert into public.schema_migrations (name, checksum, is_contract) values ('9999_newer.sql', 'x', true)`,
  )
  expect(await ask()).toMatchObject({ status: 200, body: { status: 'ready', problem: null } })
  await using late = await start(readConfig(environment))
  const answer = await fetch(`${late.url}/readyz`)
  expect([answer.status, await answer.json()]).toMatchObject([
    503,
    { status: 'not-ready', problem: expect.stringContaining('newer version'), store: { reachable: true } },
  ])
})
