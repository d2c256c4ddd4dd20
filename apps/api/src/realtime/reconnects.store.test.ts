import { createApiClient } from '@opal/contract/client'
import { type LiveClientEvents, type LiveHeartbeat, type LiveServerEvents, listLiveMessages } from '@opal/contract/live'
import { LiveClient, type LiveState } from '@opal/contract/live/live-client'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import type { Store } from '@opal/store/driver/connection'
import { freePort } from '@opal/store/embedded/free-port'
import { appendChanges } from '@opal/store/testing/append-changes'
import { seedSmallMarket } from '@opal/store/testing/small-market'
import { createTestStore } from '@opal/store/testing/test-store'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { start } from '../start.ts'
import { liveClients } from '../testing/config.ts'
import { createTestApi } from '../testing/test-api.ts'
import { openLive } from './live-server.ts'

const WAIT_OPTIONS = { timeout: 50_000, interval: 50 }
let store: Store
let port: number

beforeAll(async () => {
  store = await createTestStore()
  await seedSmallMarket(store, { ids: EXAMPLE, marketplace: 'opal', nowMicros: BigInt(Date.now()) * 1000n })
})
beforeEach(async () => {
  port = await freePort(0)
})
afterAll(() => store[Symbol.asyncDispose]())

const startApi = () =>
  start(
    readConfig({
      OPAL_NETWORK: 'local',
      DATABASE_URL: store.connectionString,
      API_PORT: String(port),
      CHAIN_GRAPHQL_PORT: '0',
      LOG_LEVEL: 'silent',
      NODE_URL: 'http://127.0.0.1:1/v1',
    }),
  )

function openSocket(url = `http://127.0.0.1:${port}`): Socket<LiveServerEvents, LiveClientEvents> {
  return io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 20,
    reconnectionDelayMax: 100,
  })
}

/** A page that follows a collection and a room of the market. */
class Follower implements Disposable {
  readonly ids: string[] = []
  readonly states: LiveState[] = []
  readonly socket = openSocket()
  readonly #client: LiveClient

  constructor() {
    const api = createApiClient({ api: `http://127.0.0.1:${port}` })
    this.#client = new LiveClient({
      socket: this.socket,
      sinceVersion: null,
      fetchSince: (place) => api(listLiveMessages, { query: { ...place, take: 500 } }),
      deliver: ({ id }) => this.ids.push(id),
      onState: (state) => this.states.push(state),
    })
    this.#client.want([{ collectionId: EXAMPLE.collectionId }, { room: 'floor_room' }])
  }

  get isLive(): boolean {
    return this.states.at(-1) === 'live'
  }

  [Symbol.dispose](): void {
    this.#client[Symbol.dispose]()
  }
}

let floor = 0
async function appendFloors(count: number): Promise<void> {
  const rows = Array.from({ length: count }, () => {
    floor += 1
    const payload = { old: String(floor - 1), new: String(floor) }
    return { version: 95n, at_micros: 7n, collection_id: EXAMPLE.collectionId, kind: 'floor_change' as const, payload }
  })
  await appendChanges(store, rows)
}

/** Blocks reads of the feed until it is released. */
async function lockFeed(): Promise<{ release(): Promise<void> }> {
  const client = await store.pool.connect()
  await client.query('begin; lock table market.change_feed in access exclusive mode')
  return {
    async release() {
      await client.query('commit')
      client.release()
    },
  }
}

const feedIds = async (): Promise<readonly string[]> => {
  const { rows } = await store.pool.query<{ id: bigint }>('select id from market.change_feed order by id')
  return rows.map(({ id }) => String(id))
}

// @feature shell.live-rooms
test('a client that connects while the store answers slowly is in its room once it answers', async () => {
  const feed = await lockFeed()
  const sockets = Array.from({ length: 5 }, () => openSocket())
  const connected = sockets.map((socket) => new Promise<void>((resolve) => socket.once('connect', resolve)))
  const starting = startApi()
  await Promise.all(connected)
  const acks = sockets.map((socket) => socket.timeout(20_000).emitWithAck('subscribe', { room: 'floor_room' }))
  await feed.release()
  await using _api = await starting
  for (const ack of await Promise.all(acks)) expect(ack).toMatchObject({ ok: true })
  const received = sockets.map((socket) => new Promise((resolve) => socket.once('floor_change', resolve)))
  await appendFloors(1)
  await Promise.all(received)
  for (const socket of sockets) socket.disconnect()
})

// @feature shell.live-gap
test('each of many clients receives every message once after a restart', async () => {
  using open = new DisposableStack()
  let api = await startApi()
  const clients = Array.from({ length: liveClients }, () => open.use(new Follower()))
  const allLive = () => vi.waitFor(() => expect(clients.filter(({ isLive }) => !isLive)).toHaveLength(0), WAIT_OPTIONS)
  await allLive()
  const before = (await feedIds()).length
  await appendFloors(20)
  for (const isSlow of [false, true]) {
    await api[Symbol.asyncDispose]()
    await appendFloors(10)
    const feed = isSlow ? await lockFeed() : null
    const connected = clients.map(({ socket }) => new Promise<void>((resolve) => socket.once('connect', resolve)))
    const starting = startApi()
    await Promise.all(connected)
    await feed?.release()
    api = await starting
    await appendFloors(10)
    await allLive()
    await appendFloors(5)
  }
  const expected = (await feedIds()).slice(before)
  await vi.waitFor(() => {
    for (const { ids } of clients) expect(ids.length).toBeGreaterThanOrEqual(expected.length)
  }, WAIT_OPTIONS)
  for (const { ids } of clients) expect(ids).toEqual(expected)
  await api[Symbol.asyncDispose]()
})

test('a socket gets heartbeats with its rooms and the place in the feed, and none while the feed cannot be read', async () => {
  await using api = await createTestApi()
  const context = { ...api.context, log: api.server.log }
  await using live = openLive(api.server.server, { context, config: api.config, heartbeatMs: 20 })
  await api.server.listen({ host: '127.0.0.1', port: 0 })
  const address = api.server.server.address()
  if (address === null || typeof address === 'string') throw new Error('the server does not listen')
  const socket = openSocket(`http://127.0.0.1:${address.port}`)
  const heartbeats: LiveHeartbeat[] = []
  socket.on('heartbeat', (heartbeat) => heartbeats.push(heartbeat))
  const topics = [{ room: 'bid_room' as const }, { collectionId: EXAMPLE.collectionId }]
  for (const topic of topics) await socket.timeout(20_000).emitWithAck('subscribe', topic)
  await appendChanges(api.store, [
    { version: 95n, at_micros: 7n, collection_id: null, kind: 'volume_change', payload: { old: null, new: '1' } },
  ])
  const { rows } = await api.store.pool.query<{ id: bigint }>('select max(id) as id from market.change_feed')
  const lastId = String(rows[0]?.id)
  const expected = { rooms: ['bid_room'], collectionIds: [EXAMPLE.collectionId], lastId }
  await vi.waitFor(() => expect(heartbeats).toContainEqual(expected), WAIT_OPTIONS)
  const readChanges = vi.spyOn(live.relay, 'wake').mockResolvedValue(false)
  await vi.waitFor(() => expect(readChanges).toHaveBeenCalled(), WAIT_OPTIONS)
  const soFar = heartbeats.length
  const calls = readChanges.mock.calls.length
  await vi.waitFor(() => expect(readChanges.mock.calls.length).toBeGreaterThan(calls + 5), WAIT_OPTIONS)
  // One round may have been under way.
  expect(heartbeats.length - soFar).toBeLessThanOrEqual(1)
  socket.disconnect()
})
