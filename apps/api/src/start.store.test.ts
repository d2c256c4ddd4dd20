import { createServer } from 'node:net'
import {
  type LiveClientEvents,
  type LiveMessage,
  type LiveServerEvents,
  MAX_ROOMS_PER_SOCKET,
  type SubscriptionAck,
} from '@opal/contract/live'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { connect, type Store } from '@opal/store/driver/connection'
import { appendChanges } from '@opal/store/testing/append-changes'
import { seedSmallMarket } from '@opal/store/testing/small-market'
import { QUIET_COLLECTION } from '@opal/store/testing/small-market-ids'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { type RunningApi, start } from './start.ts'

type Client = Socket<LiveServerEvents, LiveClientEvents>

let running: RunningApi
let store: Store
const stack = new AsyncDisposableStack()

beforeAll(async () => {
  const database = stack.use(await createTestDatabase())
  store = stack.use(connect({ connectionString: database.databaseUrl, applicationName: 'test' }))
  const nowMicros = BigInt(Date.now()) * 1000n
  await seedSmallMarket(store, { ids: EXAMPLE, marketplace: 'opal', nowMicros })
  const environment = {
    OPAL_NETWORK: 'local',
    DATABASE_URL: database.apiDatabaseUrl,
    API_PORT: '0',
    CHAIN_GRAPHQL_PORT: '0',
    API_GRAPHQL_LIMIT: '4',
    LOG_LEVEL: 'silent',
    NODE_URL: 'http://127.0.0.1:1/v1',
  }
  running = stack.use(await start(readConfig(environment)))
})
afterAll(() => stack.disposeAsync())

async function connectClient(
  headers: Record<string, string> = {},
  url: string = running.url,
): Promise<Client & Disposable> {
  const client: Client = io(url, {
    transports: ['websocket'],
    forceNew: true,
    extraHeaders: headers,
    reconnection: false,
  })
  await new Promise<void>((resolve, reject) => client.once('connect', resolve).once('connect_error', reject))
  return Object.assign(client, { [Symbol.dispose]: () => void client.disconnect() })
}
const subscribe = (client: Client, asked: unknown) =>
  new Promise<SubscriptionAck>((resolve) => client.emit('subscribe', asked as never, resolve))
const next = <Kind extends LiveMessage['kind']>(client: Client, kind: Kind) =>
  new Promise<LiveMessage>((resolve) => client.once(kind, resolve as never))
const change = (collection: string, kind: string, payload: object) => ({
  version: 95n,
  at_micros: 7n,
  collection_id: collection,
  kind,
  payload: payload as never,
})

describe('a running API', () => {
  it('answers over HTTP, and is ready without a node', async () => {
    const readiness = await fetch(`${running.url}/readyz`)
    expect(readiness.status).toBe(200)
    expect(await readiness.json()).toMatchObject({
      node: { reachable: false },
      index: { version: '100', lagVersions: null },
    })
    const network = await fetch(`${running.url}/api/networks/current`)
    expect(await network.json()).toMatchObject({ apiUrl: running.url, chainGraphqlUrl: running.chainGraphqlUrl })
  })

  it('counts GraphQL at both of its addresses together', async () => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' }
    const statuses: number[] = []
    for (let at = 0; at < 6; at += 1) {
      const url = at % 2 === 0 ? `${running.url}/chain/graphql` : running.chainGraphqlUrl
      statuses.push((await fetch(url, { method: 'POST', headers, body: '{"query":"{ __typename }"}' })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
  })

  it('sends a room what the indexer wrote', async () => {
    using client = await connectClient()
    expect(await subscribe(client, { room: 'floor_room' })).toMatchObject({ ok: true })
    const received = next(client, 'floor_change')
    await appendChanges(store, [change(EXAMPLE.collectionId, 'floor_change', { old: '200', new: null })])
    expect(await received).toMatchObject({
      kind: 'floor_change',
      collectionId: EXAMPLE.collectionId,
      version: '95',
      at: '7',
      old: '200',
      new: null,
    })
  })

  it('sends a collection’s room all its messages once, and no others', async () => {
    using client = await connectClient()
    await subscribe(client, { collectionId: EXAMPLE.collectionId.slice(2) })
    await subscribe(client, { room: 'activity_room' })
    const kinds: string[] = []
    client.onAny((kind) => kinds.push(kind))
    const last = next(client, 'bid_change')
    await appendChanges(store, [
      change(EXAMPLE.collectionId, 'activity', { index: 2 }),
      change(QUIET_COLLECTION, 'floor_change', { old: null, new: '1' }),
      change(EXAMPLE.collectionId, 'volume_change', { old: '1', new: '2' }),
      change(EXAMPLE.collectionId, 'bid_change', { old: '1', new: '2' }),
    ])
    await last
    expect(kinds).toEqual(['activity', 'volume_change', 'bid_change'])
  })

  it('goes silent after unsubscribing', async () => {
    using client = await connectClient()
    using witness = await connectClient()
    await subscribe(client, { room: 'bid_room' })
    await subscribe(witness, { room: 'bid_room' })
    await new Promise((resolve) => client.emit('unsubscribe', { room: 'bid_room' }, resolve))
    let received = 0
    client.on('bid_change', () => received++)
    const notified = next(witness, 'bid_change')
    await appendChanges(store, [change(EXAMPLE.collectionId, 'bid_change', { old: '1', new: '3' })])
    await notified
    await subscribe(client, { room: 'floor_room' })
    expect(received).toBe(0)
  })

  it('gives what was missed from the id of the last message', async () => {
    using client = await connectClient()
    const ack = await subscribe(client, { room: 'volume_room' })
    const lastId = ack.ok ? ack.lastId : ''
    client.disconnect()
    await appendChanges(store, [
      change(EXAMPLE.collectionId, 'volume_change', { old: '1', new: '2', sales: '7' }),
      change(QUIET_COLLECTION, 'volume_change', { old: '1', new: '3' }),
    ])
    const missed = await (await fetch(`${running.url}/live/since?id=${lastId}`)).json()
    expect(missed).toMatchObject({ hasMore: false, data: [{ new: '2', sales: 7 }, { new: '3' }] })
    // An earlier version has written it.
    expect(missed).not.toHaveProperty(['data', 1, 'sales'])
    const some = await (
      await fetch(`${running.url}/live/since?id=${lastId}&collectionId=${QUIET_COLLECTION}&take=1`)
    ).json()
    expect(some).toMatchObject({ data: [{ collectionId: QUIET_COLLECTION }] })
  })

  it('refuses rooms that are none, and too many of them', async () => {
    using client = await connectClient()
    for (const asked of [{ room: 'admin' }, 'floor_room', null, 7, { collectionId: '0xzz' }]) {
      expect(await subscribe(client, asked)).toMatchObject({ ok: false })
    }
    ;(client as Socket).emit('subscribe', 'no acknowledgement')
    for (let i = 0; i < MAX_ROOMS_PER_SOCKET; i++) await subscribe(client, { collectionId: i.toString(16) })
    const reason = `No more than ${MAX_ROOMS_PER_SOCKET} rooms.`
    expect(await subscribe(client, { collectionId: 'ffff' })).toEqual({ ok: false, reason })
  })

  it('disconnects a client that sends without end, and serves the others', async () => {
    using client = await connectClient()
    using witness = await connectClient()
    const hungUp = new Promise<string>((resolve) => client.once('disconnect', resolve))
    for (let sent = 0; sent <= 400; sent++) client.emit('unsubscribe', { room: 'bid_room' })
    expect(await hungUp).toMatch(/transport|server/)
    expect(await subscribe(witness, { room: 'bid_room' })).toMatchObject({ ok: true })
  })

  it('sends each message once to every client of several APIs on one store', async () => {
    const environment = {
      OPAL_NETWORK: 'local',
      DATABASE_URL: store.connectionString,
      API_PORT: '0',
      CHAIN_GRAPHQL_PORT: '0',
    }
    await using other = await start(readConfig({ ...environment, LOG_LEVEL: 'silent' }))
    using here = await connectClient()
    using there = await connectClient({}, other.url)
    const received: string[] = []
    for (const [place, client] of Object.entries({ here, there })) {
      await subscribe(client, { room: 'volume_room' })
      client.onAny((_kind, { new: value }: { new: string }) => received.push(`${place} ${value}`))
    }
    const last = [here, there].map((client) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      client.on('volume_change', (message) => message.new === '12' && resolve())
      return promise
    })
    await appendChanges(store, [
      change(EXAMPLE.collectionId, 'volume_change', { old: '10', new: '11' }),
      change(EXAMPLE.collectionId, 'volume_change', { old: '11', new: '12' }),
    ])
    await Promise.all(last)
    expect(received.sort()).toEqual(['here 11', 'here 12', 'there 11', 'there 12'])
  })

  it('lets no strange page listen', async () => {
    await expect(connectClient({ origin: 'https://evil.example' })).rejects.toThrow()
  })

  it('follows the feed again after its connection was cut', async () => {
    using client = await connectClient()
    await subscribe(client, { room: 'floor_room' })
    const received = next(client, 'floor_change')
    await store.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'opal-live' and datname = current_database()`,
    )
    await appendChanges(store, [change(EXAMPLE.collectionId, 'floor_change', { old: '5', new: '6' })])
    expect(await received).toMatchObject({ new: '6' })
  })

  it('says which port is taken, and leaves nothing open', async () => {
    const taken = new URL(running.url).port
    const config = {
      OPAL_NETWORK: 'local',
      DATABASE_URL: store.connectionString,
      CHAIN_GRAPHQL_PORT: '0',
      LOG_LEVEL: 'silent',
    }
    await expect(start(readConfig({ ...config, API_PORT: taken }))).rejects.toThrow(
      `Port ${taken} on 127.0.0.1 is taken.`,
    )
    const graphql = readConfig({ ...config, API_PORT: '0', CHAIN_GRAPHQL_PORT: taken })
    await expect(start(graphql)).rejects.toThrow('CHAIN_GRAPHQL_PORT')
  })

  it('frees its ports when it ends', async () => {
    const database = store.connectionString
    const other = await start(
      readConfig({
        OPAL_NETWORK: 'local',
        DATABASE_URL: database,
        API_PORT: '0',
        CHAIN_GRAPHQL_PORT: '0',
        LOG_LEVEL: 'silent',
      }),
    )
    await other[Symbol.asyncDispose]()
    const port = Number(new URL(other.url).port)
    const server = createServer()
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
    server.close()
  })
})
