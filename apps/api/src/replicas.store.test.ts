import { endpointUrl } from '@opal/contract/client'
import { CATALOGUE } from '@opal/contract/http/catalogue'
import type { Endpoint } from '@opal/contract/http/endpoint'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { connect, type Store } from '@opal/store/driver/connection'
import { migrate } from '@opal/store/migrate'
import { appendChanges } from '@opal/store/testing/append-changes'
import { type ReplicatedCluster, startReplicatedCluster } from '@opal/store/testing/servers/replicated-cluster'
import { seedSmallMarket } from '@opal/store/testing/small-market'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from './config.ts'
import { type RunningApi, start } from './start.ts'

const stack = new AsyncDisposableStack()
let cluster: ReplicatedCluster
let primary: Store
let replica: Store
let apis: readonly [RunningApi, RunningApi]

beforeAll(async () => {
  cluster = stack.use(await startReplicatedCluster())
  const { databaseUrl } = cluster.primary
  await migrate(databaseUrl)
  primary = stack.use(connect({ connectionString: databaseUrl, applicationName: 'test' }))
  replica = stack.use(connect({ connectionString: cluster.replicaUrl, applicationName: 'test' }))
  await seedSmallMarket(primary, { ids: EXAMPLE, marketplace: 'opal', nowMicros: BigInt(Date.now()) * 1000n })
  const config = readConfig({
    OPAL_NETWORK: 'local',
    DATABASE_URL: databaseUrl,
    DATABASE_REPLICA_URL: cluster.replicaUrl,
    DATABASE_REPLICA_LAG_MS: '600000',
    API_PORT: '0',
    CHAIN_GRAPHQL_PORT: '0',
    LOG_LEVEL: 'silent',
    NODE_URL: 'http://127.0.0.1:1/v1',
  })
  apis = [stack.use(await start(config)), stack.use(await start(config))]
  await vi.waitFor(async () => {
    await get(apis[0], BIDS)
    expect(await queriesAtReplica()).toBeGreaterThan(0)
  }, 20_000)
})
afterAll(() => stack.disposeAsync())

const BIDS = `/api/collection/${EXAMPLE.collectionId}/biddings`

async function get({ url }: RunningApi, path: string): Promise<string> {
  const answer = await fetch(url + path)
  expect(answer.status, path).toBe(200)
  return answer.text()
}

async function queriesAtReplica(): Promise<number> {
  const { rows } = await replica.pool.query<{ count: bigint }>(
    "select count(*) as count from pg_stat_activity where application_name = 'opal-api-replica'",
  )
  return Number(rows[0]?.count)
}

// @feature operate.replicas
test('every call that reads is answered as without replicas', async () => {
  await using alone = await start(
    readConfig({
      OPAL_NETWORK: 'local',
      DATABASE_URL: cluster.primary.databaseUrl,
      API_PORT: '0',
      CHAIN_GRAPHQL_PORT: '0',
      LOG_LEVEL: 'silent',
      NODE_URL: 'http://127.0.0.1:1/v1',
    }),
  )
  const reads = (CATALOGUE as unknown as readonly Endpoint[]).filter(
    ({ method, tag }) => method === 'GET' && tag !== 'Operations',
  )
  expect(reads.length).toBeGreaterThan(50)
  for (const endpoint of reads) {
    const path = endpointUrl('', endpoint, endpoint.example as never)
    const [withReplica, without] = await Promise.all(
      [apis[0], alone].map(async ({ url }) => (await fetch(url + path)).status),
    )
    expect(withReplica, endpoint.id).toBe(without)
  }
})

// @feature operate.replicas
test('a client that sends the version it has seen gets that or a later one from any API, also while the replica is behind', async () => {
  const [one, other] = apis
  const before = await get(one, BIDS)
  await replica.pool.query('select pg_wal_replay_pause()')
  await primary.pool.query('update market.collection_offers set price_octas = price_octas + 7')
  // Nothing was announced: an older answer is right.
  expect(await get(one, BIDS)).toBe(before)
  const row = { version: 4_000n, at_micros: 7n, collection_id: EXAMPLE.collectionId, kind: 'bid_change' }
  await appendChanges(primary, [{ ...row, payload: { old: '1', new: '2' } } as never])
  for (const api of [one, other]) {
    const after = await get(api, `${BIDS}?seen=4000`)
    expect(after).not.toBe(before)
    // Other clients too, because the version was announced here.
    expect(await get(api, BIDS)).toBe(after)
    expect(await get(api, `${BIDS}?take=50&seen=4000`)).not.toBe(before)
    // A version that does not exist yet is read from the primary.
    expect(await get(api, `${BIDS}?seen=18446744073709551615&take=50`)).not.toBe(before)
  }
  await replica.pool.query('select pg_wal_replay_resume()')
})
