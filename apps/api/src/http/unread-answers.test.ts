import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { pino } from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ResponseCache } from '../cache/response-cache.ts'
import { readConfig } from '../config.ts'
import { createServer } from './create-server.ts'

const config = readConfig({ OPAL_NETWORK: 'local', DATABASE_URL: 'postgres://nobody' })
/** More than the system takes for a socket that nobody reads from. */
const LARGE = Buffer.alloc(16_000_000)
const CACHED = { body: LARGE, headers: [], etag: '"a"', compressed: new Map() }

async function openServer(stallMs?: number, cache = new ResponseCache(0)) {
  const server = await createServer(config, pino({ level: 'silent' }), undefined, cache, stallMs)
  server.get('/large', () => LARGE)
  server.get('/cached', { config: { isShared: true } }, () => 'never worked out')
  await server.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    server.server.closeAllConnections()
    await server.close()
  })
  const { port } = server.server.address() as AddressInfo
  return {
    /** Asks, and reads nothing. */
    ask(path: string, client = '203.0.113.1') {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined).pause()
      onTestFinished(() => void socket.destroy())
      socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${client}\r\n\r\n`)
      return socket
    },
    open: () =>
      new Promise<number>((resolve) => server.server.getConnections((_, connections) => resolve(connections))),
    connected: () => once(server.server, 'connection'),
  }
}

it.each(['/large', '/cached'])('hangs up on a client that does not read its answer: %s', async (path) => {
  const cache = new ResponseCache(60_000)
  vi.spyOn(cache, 'get').mockImplementation((address) => (address === '/cached' ? CACHED : null))
  const { ask, open, connected } = await openServer(50, cache)
  ask(path)
  await connected()
  await expect.poll(open, { timeout: 10_000 }).toBe(0)
})
