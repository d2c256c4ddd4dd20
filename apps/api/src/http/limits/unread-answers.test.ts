import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ResponseCache } from '../../cache/response-cache.ts'
import { readConfig } from '../../config.ts'
import { createServer } from '../create-server.ts'
import { SeenVersions } from '../seen-versions.ts'
import type { UnreadBounds } from './unread-answers.ts'

const config = readConfig({ OPAL_NETWORK: 'local', DATABASE_URL: 'postgres://nobody' })
/** More than the system takes for a socket that is not read. */
const LARGE = Buffer.alloc(16_000_000)
const CACHED = { body: LARGE, headers: [], etag: '"a"', compressed: new Map() }

function cacheWithEntry(): ResponseCache {
  const cache = new ResponseCache(60_000)
  vi.spyOn(cache, 'get').mockImplementation((address) => (address === '/cached' ? CACHED : null))
  return cache
}

/** @param ready when answers of `/made` are made, and when this process knows of what clients say they have seen. */
async function openServer(unread?: UnreadBounds, cache = new ResponseCache(0), ready = Promise.resolve()) {
  let begun = 0
  const seen: SeenVersions = new SeenVersions(async () => {
    begun += 1
    await ready
    seen.announced(1n)
  })
  const server = await createServer(config, pino({ level: 'silent' }), undefined, cache, unread, { seen })
  server.get('/large', () => LARGE)
  server.get('/made', async () => {
    begun += 1
    await ready
    return LARGE
  })
  server.get('/small', () => 'small')
  server.get('/cached', { config: { isShared: true } }, () => 'never worked out')
  await server.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    server.server.closeAllConnections()
    await server.close()
  })
  const { port } = server.server.address() as AddressInfo
  /** Asks, and reads nothing. */
  const ask = (path: string, client = '203.0.113.1') => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined).pause()
    onTestFinished(() => void socket.destroy())
    socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${client}\r\n\r\n`)
    return socket
  }
  return {
    ask,
    /** Requests of `/made`, and of what waits for a version, that have arrived. */
    begun: () => begun,
    /** Asks, and reads the status alone. */
    async statusOf(path: string, client: string) {
      const socket = ask(path, client)
      await once(socket, 'readable')
      return Number(String(socket.read(12)).slice(9))
    },
    open: () =>
      new Promise<number>((resolve) => server.server.getConnections((_, connections) => resolve(connections))),
    connected: () => once(server.server, 'connection'),
  }
}

it.each(['/large', '/cached'])('hangs up on a client that does not read its answer: %s', async (path) => {
  const { ask, open, connected } = await openServer(
    { bytes: 100_000_000, bytesPerClient: 50_000_000, stallMs: 50 },
    cacheWithEntry(),
  )
  ask(path)
  await connected()
  await expect.poll(open).toBe(0)
})

describe('answers that are not read', () => {
  const bounds = { bytes: 80_000_000, bytesPerClient: 40_000_000 }

  it.each(['/large', '/cached'])('are so many bytes for one client, and cost others nothing: %s', async (path) => {
    const { statusOf } = await openServer(bounds, cacheWithEntry())
    for (const status of [200, 200, 503]) expect(await statusOf(path, '203.0.113.1')).toBe(status)
    expect(await statusOf('/small', '203.0.113.1')).toBe(200)
    expect(await statusOf(path, '203.0.113.2')).toBe(200)
  })

  it('are limited in bytes for one IPv6 /48, and leave a share to others', async () => {
    const { statusOf } = await openServer({ bytes: 80_000_000, bytesPerClient: 20_000_000 })
    const statuses = []
    for (const network of [1, 2, 3, 4]) statuses.push(await statusOf('/large', `2001:db8:1:${network}::1`))
    expect(statuses).toEqual([200, 200, 200, 503])
    expect(await statusOf('/large', '2001:db8:2:1::1')).toBe(200)
  })

  it('are disconnected when all clients together have too many, beginning with the client that has most', async () => {
    const { ask, statusOf, open } = await openServer({ bytes: 60_000_000, bytesPerClient: 40_000_000 })
    for (let each = 0; each < 2; each += 1) expect(await statusOf('/large', '203.0.113.1')).toBe(200)
    expect(await statusOf('/large', '203.0.113.2')).toBe(200)
    const third = ask('/large', '203.0.113.3')
    await once(third, 'readable')
    expect(String(third.read(12))).toContain('200')
    await expect.poll(open).toBe(3)
  })

  it('count no more when they were read, or their client has gone', async () => {
    const { ask, statusOf, open } = await openServer({ bytes: 80_000_000, bytesPerClient: 20_000_000 })
    const first = ask('/large')
    await once(first, 'readable')
    expect(await statusOf('/large', '203.0.113.1')).toBe(503)
    const before = await open()
    first.destroy()
    await expect.poll(open).toBe(before - 1)
    expect(await statusOf('/large', '203.0.113.1')).toBe(200)
  })

  it.each(['/made', '/cached?seen=1'])(
    'do not count when their clients, however many, have gone before they are made: %s',
    async (path) => {
      const ready = Promise.withResolvers<void>()
      const { ask, statusOf, open, begun } = await openServer(bounds, cacheWithEntry(), ready.promise)
      const leaving = Array.from({ length: 8 }, (_, at) => ask(path, `203.0.113.${at % 2}`))
      await expect.poll(begun).toBe(8)
      for (const socket of leaving) socket.destroy()
      await expect.poll(open).toBe(0)
      ready.resolve()
      for (const client of ['203.0.113.0', '203.0.113.1'])
        for (const status of [200, 200, 503]) expect(await statusOf('/large', client)).toBe(status)
    },
  )
})
