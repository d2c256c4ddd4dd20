import type { LiveClientEvents, LiveServerEvents } from '@opal/contract/live'
import type { Readiness } from '@opal/contract/network/health'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { connect, type Store } from '@opal/store/driver/connection'
import { appendChanges } from '@opal/store/testing/append-changes'
import { seedSmallMarket } from '@opal/store/testing/small-market'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { type RunningApi, start } from '../start.ts'
import { startRedis, type TestRedis } from '../testing/start-redis.ts'

const LIMIT = 6
/** Longer than a term of office and the longest pause between two tries to reach Redis. */
const WAIT_OPTIONS = { timeout: 50_000, interval: 20 }
const stack = new AsyncDisposableStack()
let redis: TestRedis
let store: Store
let apis: readonly [RunningApi, RunningApi]
const received: [string[], string[]] = [[], []]

beforeAll(async () => {
  redis = stack.use(await startRedis())
  const database = stack.use(await createTestDatabase())
  store = stack.use(connect({ connectionString: database.databaseUrl, applicationName: 'test' }))
  await seedSmallMarket(store, { ids: EXAMPLE, marketplace: 'opal', nowMicros: BigInt(Date.now()) * 1000n })
  const config = readConfig({
    OPAL_NETWORK: 'local',
    DATABASE_URL: database.databaseUrl,
    REDIS_URL: redis.url,
    API_RATE_LIMIT: String(LIMIT),
    TRUST_PROXY: 'true',
    // Cached answers do not count.
    API_HOT_MS: '0',
    API_PORT: '0',
    CHAIN_GRAPHQL_PORT: '0',
    LOG_LEVEL: 'silent',
    NODE_URL: 'http://127.0.0.1:1/v1',
  })
  apis = [stack.use(await start(config)), stack.use(await start(config))]
  for (const [at, { url }] of apis.entries()) await listen(url, received[at] as string[])
  await vi.waitFor(async () => expect(await reachable()).toEqual([true, true]), WAIT_OPTIONS)
})
afterAll(() => stack.disposeAsync())

async function listen(url: string, into: string[]): Promise<void> {
  const client: Socket<LiveServerEvents, LiveClientEvents> = io(url, { transports: ['websocket'], forceNew: true })
  stack.defer(() => void client.disconnect())
  await new Promise<void>((resolve, reject) => client.once('connect', resolve).once('connect_error', reject))
  client.on('volume_change', (message) => void into.push(String(message.new)))
  await new Promise((resolve) => client.emit('subscribe', { room: 'volume_room' }, resolve))
}

const reachable = () =>
  Promise.all(
    apis.map(async ({ url }) => ((await (await fetch(`${url}/readyz`)).json()) as Readiness).redis?.reachable),
  )

let written = 0
/** Writes some changes and waits until both clients have received all that were ever written. */
async function announce(count: number): Promise<void> {
  const rows = Array.from({ length: count }, () => {
    written += 1
    const payload = { old: String(written - 1), new: String(written) }
    return { version: 95n, at_micros: 7n, collection_id: EXAMPLE.collectionId, kind: 'volume_change', payload }
  })
  await appendChanges(store, rows)
  await vi.waitFor(() => expect(received.map(({ length }) => length)).toEqual([written, written]), WAIT_OPTIONS)
}

/** Every value once, in order, at both. */
function expectEachOnce(): void {
  const all = Array.from({ length: written }, (_, at) => String(at + 1))
  expect(received).toEqual([all, all])
}

test('two processes send their sockets every message once, with Redis, without it, and with it again', async () => {
  await announce(3)
  for (let turn = 0; turn < 5; turn += 1) await announce(1)
  expectEachOnce()
  await redis.stop()
  await vi.waitFor(async () => expect(await reachable()).toEqual([false, false]), WAIT_OPTIONS)
  for (let turn = 0; turn < 5; turn += 1) await announce(2)
  expectEachOnce()
  await redis.start()
  await vi.waitFor(async () => expect(await reachable()).toEqual([true, true]), WAIT_OPTIONS)
  for (let turn = 0; turn < 5; turn += 1) await announce(1)
  expectEachOnce()
})

async function ask(api: RunningApi, address: string): Promise<number> {
  const { status } = await fetch(`${api.url}/api/utility/stats`, { headers: { 'x-forwarded-for': address } })
  return status
}

test('requests are counted together, and by each process while Redis is away', async () => {
  const statuses = async (address: string, times: number) => {
    const answers = []
    for (let turn = 0; turn < times; turn += 1) answers.push(await ask(apis[turn % 2] as RunningApi, address))
    return answers.map((status) => status === 429)
  }
  const none = Array.from({ length: LIMIT }, () => false)
  let client = 1
  // A process that got no answer in half a second, as on a busy machine, asks Redis again a second later at most.
  const isCountedTogether = async () =>
    expect(await statuses(`203.0.113.${client++}`, LIMIT + 2)).toEqual([...none, true, true])
  await vi.waitFor(async () => expect(await reachable()).toEqual([true, true]), WAIT_OPTIONS)
  await vi.waitFor(isCountedTogether, WAIT_OPTIONS)
  await redis.stop()
  expect(await statuses('198.51.100.1', 2 * LIMIT + 2)).toEqual([...none, ...none, true, true])
  await redis.start()
  await vi.waitFor(async () => expect(await reachable()).toEqual([true, true]), WAIT_OPTIONS)
  await vi.waitFor(isCountedTogether, WAIT_OPTIONS)
})

test('a process that ends leaves the sockets of the others alone, and the feed to them', async () => {
  const own: string[] = []
  const config = {
    OPAL_NETWORK: 'local',
    REDIS_URL: redis.url,
    DATABASE_URL: store.connectionString,
    LOG_LEVEL: 'silent',
  }
  const third = await start(readConfig({ ...config, API_PORT: '0', CHAIN_GRAPHQL_PORT: '0' }))
  await listen(third.url, own)
  await announce(1)
  await vi.waitFor(() => expect(own).toHaveLength(1), WAIT_OPTIONS)
  await third[Symbol.asyncDispose]()
  await announce(2)
  expectEachOnce()
})
