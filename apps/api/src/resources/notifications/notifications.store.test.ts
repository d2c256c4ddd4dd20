import type { LiveClientEvents, LiveServerEvents } from '@opal/contract/live'
import type { Notification } from '@opal/contract/notifications'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { NOTIFICATION_TYPES } from '@opal/domain/live/notification-types'
import { openSession } from '@opal/store/accounts/sessions'
import { connect, type Store } from '@opal/store/driver/connection'
import { appendChanges } from '@opal/store/testing/append-changes'
import { seedSmallMarket } from '@opal/store/testing/small-market'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashSessionToken, newSessionToken, sessionCookieName } from '../../auth/session-token.ts'
import { readConfig } from '../../config.ts'
import { type RunningApi, start } from '../../start.ts'

type Client = Socket<LiveServerEvents, LiveClientEvents>

let store: Store
let apis: readonly [RunningApi, RunningApi]
const stack = new AsyncDisposableStack()

beforeAll(async () => {
  const { databaseUrl } = stack.use(await createTestDatabase())
  store = stack.use(connect({ connectionString: databaseUrl, applicationName: 'test' }))
  await seedSmallMarket(store, { ids: EXAMPLE, marketplace: 'opal', nowMicros: BigInt(Date.now()) * 1000n })
  // Nothing that the seeded feed or time alone would tell.
  await store.pool.query('delete from market.change_feed')
  await store.pool.query(`update market.listings set state = 'cancelled' where validity <> 'valid'`)
  await store.pool.query('update market.collection_offers set expires_at_seconds = null')
  const config = readConfig({
    OPAL_NETWORK: 'local',
    DATABASE_URL: databaseUrl,
    API_PORT: '0',
    CHAIN_GRAPHQL_PORT: '0',
    LOG_LEVEL: 'silent',
    NODE_URL: 'http://127.0.0.1:1/v1',
  })
  apis = [stack.use(await start(config)), stack.use(await start(config))]
})
afterAll(() => stack.disposeAsync())

async function cookieOf(wallet: string): Promise<string> {
  const token = newSessionToken()
  const openedAtMicros = BigInt(Date.now()) * 1000n
  const times = { openedAtMicros, expiresAtMicros: openedAtMicros + 3_600_000_000n }
  await openSession(store, hashSessionToken(token), { wallet, ...times })
  return `${sessionCookieName('local')}=${token}`
}

async function listen(
  api: RunningApi,
  cookie?: string,
): Promise<{ client: Client; received: Notification[] } & Disposable> {
  const extraHeaders = cookie === undefined ? {} : { cookie }
  const client: Client = io(api.url, { transports: ['websocket'], forceNew: true, extraHeaders, reconnection: false })
  const received: Notification[] = []
  client.on('notification', (notification) => received.push(notification))
  await new Promise<void>((resolve, reject) => client.once('connect', resolve).once('connect_error', reject))
  return { client, received, [Symbol.dispose]: () => void client.disconnect() }
}

let version = 500n
const sale = (from: string) => {
  version += 1n
  return {
    version,
    at_micros: BigInt(Date.now()) * 1000n,
    collection_id: EXAMPLE.collectionId,
    kind: 'activity',
    payload: { index: 2, kind: 'sale', from, to: null, tokenDataId: EXAMPLE.tokenDataId, priceOctas: '5' },
  }
}
const next = ({ client }: { client: Client }) =>
  new Promise<Notification>((resolve) => client.once('notification', resolve))

/** Members of all the answers below. */
interface Answer {
  readonly unread: number
  readonly data: readonly Notification[]
  readonly nextCursor: string | null
  readonly settings: readonly object[]
  readonly error: { readonly code: string }
}
async function ask(cookie: string, method: string, path: string, body?: object) {
  const headers = { cookie, ...(body && { 'content-type': 'application/json' }) }
  const answer = await fetch(apis[0].url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  return { status: answer.status, json: (await answer.json()) as Answer }
}

describe('a wallet’s notifications', () => {
  it('reach its sockets at every process once, and no other wallet', async () => {
    const cookie = await cookieOf(EXAMPLE.owner)
    using here = await listen(apis[0], cookie)
    using there = await listen(apis[1], cookie)
    using visitor = await listen(apis[0])
    using forger = await listen(apis[1], `${sessionCookieName('local')}=${newSessionToken()}`)
    using other = await listen(apis[0], await cookieOf(EXAMPLE.buyer))
    const notified = [next(here), next(there)]
    await appendChanges(store, [sale(EXAMPLE.owner)])
    expect(await Promise.all(notified)).toMatchObject([
      { type: 'sold', price: '5', version: '501', isRead: false, tokenName: 'Monkey #8' },
      { type: 'sold', version: '501' },
    ])
    const notifiedOther = next(other)
    await appendChanges(store, [sale(EXAMPLE.buyer)])
    expect((await notifiedOther).version).toBe('502')
    const last = [next(here), next(there)]
    await appendChanges(store, [sale(EXAMPLE.owner)])
    await Promise.all(last)
    const versions = ({ received }: { received: Notification[] }) => received.map((each) => each.version)
    expect([here, there, other].map(versions)).toEqual([['501', '503'], ['501', '503'], ['502']])
    expect([visitor, forger].map(versions)).toEqual([[], []])
  })

  it('do not reach a socket whose session has ended', async () => {
    const [leaving, staying] = [await cookieOf(EXAMPLE.owner), await cookieOf(EXAMPLE.owner)]
    using gone = await listen(apis[0], leaving)
    using still = await listen(apis[0], staying)
    expect((await ask(leaving, 'DELETE', '/api/session')).status).toBe(200)
    const notified = next(still)
    await appendChanges(store, [sale(EXAMPLE.owner)])
    await notified
    expect(gone.received).toEqual([])
  })

  it('no client can join the room of', async () => {
    using client = await listen(apis[0])
    for (const room of [`wallet:${EXAMPLE.owner}`, EXAMPLE.owner]) {
      const ack = await new Promise((resolve) => client.client.emit('subscribe', { room } as never, resolve))
      expect(ack).toMatchObject({ ok: false })
    }
  })

  it('are listed page by page, with how many are unread, and marked one by one or all', async () => {
    const cookie = await cookieOf(EXAMPLE.owner)
    const first = (await ask(cookie, 'GET', '/api/user/notifications?take=2')).json
    expect(first).toMatchObject({ unread: 3, data: [{ version: '504' }, { version: '503' }] })
    const rest = (await ask(cookie, 'GET', `/api/user/notifications?take=2&cursor=${first.nextCursor}`)).json
    expect(rest).toMatchObject({ nextCursor: null, data: [{ version: '501', collectionSlug: 'monkeys-c0c0c0c0' }] })
    const read = (body: object) => ask(cookie, 'POST', '/api/user/notifications/read', body)
    expect((await read({ ids: [first.data[0]?.id] })).json).toEqual({ unread: 2 })
    const unread = (await ask(cookie, 'GET', '/api/user/notifications?unread=true')).json
    expect(unread.data.map((each) => each.version)).toEqual(['503', '501'])
    expect((await read({ upTo: first.data[0]?.id })).json).toEqual({ unread: 0 })
    const other = await cookieOf(EXAMPLE.buyer)
    expect((await ask(other, 'GET', '/api/user/notifications')).json).toMatchObject({ unread: 1 })
  })

  it('are for the signed-in wallet alone', async () => {
    for (const path of ['/api/user/notifications', '/api/user/notification-settings']) {
      expect(await ask('', 'GET', path)).toMatchObject({ status: 401, json: { error: { code: 'sign-in-required' } } })
    }
    const cookie = await cookieOf(EXAMPLE.owner)
    expect((await ask(cookie, 'GET', '/api/user/notifications?cursor=zebra')).json.error.code).toBe('invalid-cursor')
  })

  it('come as the wallet set them', async () => {
    const cookie = await cookieOf(EXAMPLE.owner)
    const change = (body: object) => ask(cookie, 'PATCH', '/api/user/notification-settings', body)
    expect((await change({ type: 'floor-moved', thresholdBps: 250 })).json.settings).toContainEqual({
      type: 'floor-moved',
      isOn: true,
      thresholdBps: 250,
    })
    await change({ type: 'sold', isOn: false })
    const { settings } = (await ask(cookie, 'GET', '/api/user/notification-settings')).json
    expect(settings).toContainEqual({ type: 'sold', isOn: false, thresholdBps: null })
    expect(settings).toHaveLength(NOTIFICATION_TYPES.length)
    for (const wrong of [{ type: 'sold', thresholdBps: 5 }, { type: 'floor-moved', thresholdBps: 0 }, { type: 'x' }]) {
      expect(await change(wrong)).toMatchObject({ status: 400 })
    }
  })

  it('reach a socket from before the sign-in once it has reconnected', async () => {
    using early = await listen(apis[0])
    const session = await cookieOf(EXAMPLE.buyer)
    early.client.io.opts.extraHeaders = { cookie: session }
    const connected = new Promise<void>((resolve) => early.client.once('connect', resolve))
    early.client.disconnect().connect()
    await connected
    const notified = next(early)
    await appendChanges(store, [sale(EXAMPLE.buyer)])
    expect(await notified).toMatchObject({ type: 'sold', version: String(version) })
  })
})
