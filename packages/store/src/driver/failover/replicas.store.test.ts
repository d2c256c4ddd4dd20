import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openLine } from '../../testing/servers/line.ts'
import { type ReplicatedCluster, startReplicatedCluster } from '../../testing/servers/replicated-cluster.ts'
import { connect, type Store } from '../connection.ts'
import { isDatabaseAway, ReplicaBehindError } from '../faults.ts'
import { openReplicas, type Replicas } from './replicas.ts'

let cluster: ReplicatedCluster
let writer: Store
const stack = new AsyncDisposableStack()

beforeAll(async () => {
  cluster = stack.use(await startReplicatedCluster())
  writer = stack.use(connect({ connectionString: cluster.primary.databaseUrl, applicationName: 'opal-test' }))
  await writer.pool.query('create table seen (id int primary key)')
})
afterAll(() => stack.disposeAsync())
afterEach(() => atReplica('select pg_wal_replay_resume()'))

async function atReplica(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.replicaUrl })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

function open(maxLagMs: number, url = cluster.replicaUrl): Replicas {
  return openReplicas(writer, { urls: [url], maxLagMs, options: { applicationName: 'opal-replica' } })
}

const count = async (store: Store) => {
  const { rows } = await sql<{ count: bigint }>`select count(*) as count from seen`.execute(store.db)
  return Number(rows[0]?.count)
}
/** Reads as the API does: from a replica where one is far enough. */
async function read(replicas: Replicas): Promise<{ readonly count: number; readonly by: 'replica' | 'writer' }> {
  const store = replicas.pick()
  if (store === null) return { count: await count(writer), by: 'writer' }
  try {
    return { count: await count(store), by: 'replica' }
  } catch (error) {
    expect(error).toSatisfy(isDatabaseAway)
    return { count: await count(writer), by: 'writer' }
  }
}
const byReplica = async (replicas: Replicas) => expect.poll(async () => (await read(replicas)).by).toBe('replica')

let written = 0
async function write(): Promise<void> {
  written += 1
  await sql`insert into seen values (${written})`.execute(writer.db)
}

// @feature operate.replicas
test('an announced version is read, by the replica once it has it, and by the writer before', async () => {
  await using replicas = open(60_000)
  await byReplica(replicas)
  for (let turn = 0; turn < 20; turn += 1) {
    if (turn === 8) await atReplica('select pg_wal_replay_pause()')
    if (turn === 14) await atReplica('select pg_wal_replay_resume()')
    await write()
    replicas.announce()
    const { count: seen, by } = await read(replicas)
    expect(seen).toBe(written)
    if (turn >= 8 && turn < 14) expect(by).toBe('writer')
  }
  await byReplica(replicas)
})

// @feature operate.replicas
test('a read without an announced version may be older, by no more than the bound', async () => {
  await using replicas = open(1_500)
  await byReplica(replicas)
  await atReplica('select pg_wal_replay_pause()')
  await write()
  const began = performance.now()
  await expect.poll(() => read(replicas)).toEqual({ count: written, by: 'writer' })
  // Without a bound the replica would be read until it goes on; a busy machine may take some seconds more.
  expect(performance.now() - began).toBeLessThan(15_000)
  const [state] = replicas.states()
  expect(state?.lagSeconds).toBeGreaterThan(1)
})

// @feature operate.replicas
test('each connection is asked how far its server is: one address may lead to several', async () => {
  // The primary is always far enough, the paused standby is not.
  await using line = await openLine(cluster.replicaUrl)
  await using replicas = open(60_000, line.url)
  await byReplica(replicas)
  await atReplica('select pg_wal_replay_pause()')
  await write()
  replicas.announce()
  line.lead(cluster.primary.databaseUrl)
  // New connections lead to the primary; those to the standby stay open, and must not be used.
  const asked = await Promise.all(Array.from({ length: 10 }, () => read(replicas)))
  expect(asked.map((one) => one.count)).toEqual(Array(10).fill(written))
})

test('a replica that is away is left alone for a while', async () => {
  await using line = await openLine(cluster.replicaUrl)
  await using replicas = open(60_000, line.url)
  await byReplica(replicas)
  await line.cut()
  const store = replicas.pick()
  if (store === null) throw new Error('There is no replica to ask.')
  const asked = count(store)
  await expect(asked).rejects.toSatisfy(isDatabaseAway)
  await expect(asked).rejects.not.toBeInstanceOf(ReplicaBehindError)
  replicas.failed(store)
  expect(replicas.pick()).toBeNull()
  expect(replicas.states()).toMatchObject([{ lagSeconds: null }])
  await line.mend()
  await byReplica(replicas)
})
