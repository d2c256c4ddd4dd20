import { once } from 'node:events'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { openSession } from '@opal/store/accounts/sessions'
import { CHANGE_CHANNEL } from '@opal/store/schema/stream'
import { appendChanges } from '@opal/store/testing/append-changes'
import { failNotifications } from '@opal/store/testing/fail-notifications'
import { io, type Socket } from 'socket.io-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { hashSessionToken, newSessionToken, sessionCookieName } from '../auth/session-token.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'
import { openLive } from './live-server.ts'
import { startNotifier } from './notifier.ts'

/** On a busy machine messages take a while. */
const PATIENT = { timeout: 20_000 }

/** Inserts notifications of a wallet, and returns their ids. */
async function insertNotifications({ store }: TestApi, wallet: string, count: number): Promise<readonly bigint[]> {
  const { rows } = await store.pool.query<{ id: bigint }>(
    `insert into account.notifications (wallet, type, cause, at_micros)
      select $1, 'sold', n || '/' || random(), 1 from generate_series(1, $2::int) n returning id`,
    [wallet, count],
  )
  return rows.map(({ id }) => id)
}

test('sends each row once, also when the store fails in between', async () => {
  await using api = await createTestApi()
  const sent: bigint[] = []
  let fails = false
  const notifier = startNotifier({
    context: { ...api.context, log: api.server.log },
    notify: async (notifications) => {
      if (fails) throw new Error('the store is away')
      sent.push(...notifications.map(({ id }) => id))
    },
  })
  onTestFinished(() => notifier[Symbol.asyncDispose]())
  await notifier.wake()
  sent.splice(0)
  const ids = await insertNotifications(api, EXAMPLE.owner, 205)
  fails = true
  await notifier.wake()
  expect(sent).toEqual([])
  fails = false
  await notifier.wake()
  await notifier.wake()
  expect(sent).toEqual(ids)
})

test('makes notifications while others are being sent', async () => {
  await using api = await createTestApi()
  await openSessionOf(api, EXAMPLE.owner)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const notify = vi.fn(() => released)
  const notifier = startNotifier({ context: { ...api.context, log: api.server.log }, notify })
  onTestFinished(() => notifier[Symbol.asyncDispose]())
  onTestFinished(() => release())
  const count = async () => {
    const { rows } = await api.store.pool.query<{ count: number }>(
      `select count(*)::int as count from account.notifications where wallet = $1 and type = 'sold'`,
      [EXAMPLE.owner],
    )
    return rows[0]?.count
  }
  const sale = (version: bigint) => ({
    version,
    at_micros: api.context.nowMicros(),
    collection_id: EXAMPLE.collectionId,
    kind: 'activity' as const,
    payload: {
      index: 2,
      kind: 'sale',
      from: EXAMPLE.owner,
      to: null,
      tokenDataId: EXAMPLE.tokenDataId,
      priceOctas: '5',
    },
  })
  await vi.waitFor(async () => {
    void notifier.wake()
    await insertNotifications(api, EXAMPLE.buyer, 1)
    expect(notify).toHaveBeenCalled()
  }, PATIENT)
  const before = (await count()) ?? 0
  await appendChanges(api.store, [sale(500n)])
  void notifier.wake()
  await vi.waitFor(async () => expect(await count()).toBe(before + 1), PATIENT)
  await appendChanges(api.store, [sale(501n)])
  void notifier.wake()
  await vi.waitFor(async () => expect(await count()).toBe(before + 2), PATIENT)
  expect(notify).toHaveBeenCalledOnce()
})

test('makes the notifications of other changes where those of some cannot be made', async () => {
  await using api = await createTestApi()
  await openSessionOf(api, EXAMPLE.owner)
  const sales = Array.from({ length: 120 }, (_, at) => ({
    version: 700n + BigInt(at),
    at_micros: api.context.nowMicros(),
    collection_id: EXAMPLE.collectionId,
    kind: 'activity' as const,
    payload: {
      index: 2,
      kind: 'sale',
      from: EXAMPLE.owner,
      to: null,
      tokenDataId: EXAMPLE.tokenDataId,
      priceOctas: '5',
    },
  }))
  const slow = [703n, 704n, 790n]
  // As if the statement ran out of time.
  await failNotifications(api.store, slow, '57014')
  const notifier = startNotifier({ context: { ...api.context, log: api.server.log }, notify: async () => undefined })
  onTestFinished(() => notifier[Symbol.asyncDispose]())
  await appendChanges(api.store, sales)
  await notifier.wake()
  const { rows } = await api.store.pool.query<{ version: bigint }>(
    `select version from account.notifications where type = 'sold' and version >= 700 order by version`,
  )
  const made = sales.map(({ version }) => version).filter((version) => !slow.includes(version))
  expect(rows.map(({ version }) => version)).toEqual(made)
})

/** Opens a session of a wallet, and returns its cookie. */
async function openSessionOf({ context, store }: TestApi, wallet: string): Promise<string> {
  const token = newSessionToken()
  const openedAtMicros = context.nowMicros()
  const times = { openedAtMicros, expiresAtMicros: openedAtMicros + 3_600_000_000n }
  await openSession(store, hashSessionToken(token), { wallet, ...times })
  return `${sessionCookieName('local')}=${token}`
}

// @feature live.notification-sockets
test('reads each session once for all sockets and notifications, and sends to the ten newest sockets of one', async () => {
  await using api = await createTestApi()
  // Nothing that the seeded feed or time alone would notify of.
  await api.store.pool.query('delete from market.change_feed')
  await api.store.pool.query(`update market.listings set state = 'cancelled' where validity <> 'valid'`)
  await api.store.pool.query('update market.collection_offers set expires_at_seconds = null')
  const check = vi.spyOn(api.context.keyChecks, 'check')
  await using _live = openLive(api.server.server, {
    context: { ...api.context, log: api.server.log },
    config: api.config,
  })
  await api.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = api.server.server.address() as { port: number }
  const received = new Map<Socket, number>()
  const connect = async (cookie: string): Promise<Socket> => {
    const options = { transports: ['websocket'], forceNew: true, reconnection: false, extraHeaders: { cookie } }
    const client = io(`http://127.0.0.1:${port}`, options)
    onTestFinished(() => void client.disconnect())
    client.on('notification', () => received.set(client, (received.get(client) ?? 0) + 1))
    await new Promise<void>((resolve, reject) => client.once('connect', resolve).once('connect_error', reject))
    return client
  }
  const [many, one] = [await openSessionOf(api, EXAMPLE.buyer), await openSessionOf(api, EXAMPLE.owner)]
  const crowd: Socket[] = []
  for (let at = 0; at < 12; at += 1) crowd.push(await connect(many))
  const alone = await connect(one)
  check.mockClear()
  await insertNotifications(api, EXAMPLE.buyer, 20)
  await insertNotifications(api, EXAMPLE.owner, 1)
  await api.store.pool.query(`select pg_notify('${CHANGE_CHANNEL}', '')`)
  await vi.waitFor(() => {
    expect(crowd.slice(2).map((client) => received.get(client))).toEqual(Array(10).fill(20))
    expect(received.get(alone)).toBe(1)
  }, PATIENT)
  expect(crowd.slice(0, 2).map((client) => received.get(client))).toEqual([undefined, undefined])
  expect(check.mock.calls.map(([wallet]) => wallet).toSorted()).toEqual([EXAMPLE.buyer, EXAMPLE.owner].toSorted())
  // Of eleven that are left the ten newest include one that was too old before.
  crowd.at(-1)?.disconnect()
  await vi.waitFor(async () => {
    await insertNotifications(api, EXAMPLE.buyer, 1)
    await api.store.pool.query(`select pg_notify('${CHANGE_CHANNEL}', '')`)
    expect(crowd.slice(0, 2).map((client) => received.has(client))).toEqual([false, true])
  }, PATIENT)
})

// @feature live.socket-bounds
test('hangs up on a connection that asks for another socket while its session is read', async () => {
  await using api = await createTestApi()
  const context = { ...api.context, log: api.server.log }
  await using _live = openLive(api.server.server, { context, config: api.config })
  await api.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = api.server.server.address() as { port: number }
  const cookie = await openSessionOf(api, EXAMPLE.owner)
  const connection = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, {
    headers: { cookie },
  })
  onTestFinished(() => connection.terminate())
  await once(connection, 'open')
  for (const asked of ['40', '40']) connection.send(asked)
  await once(connection, 'close', { signal: AbortSignal.timeout(PATIENT.timeout) })
})
