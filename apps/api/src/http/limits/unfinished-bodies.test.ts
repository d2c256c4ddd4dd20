import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../config.ts'
import { createBareServer } from '../create-server.ts'
import { clientIdentity } from './client-address.ts'
import type { HeldBounds } from './held-bytes.ts'
import { boundBodies } from './unfinished-bodies.ts'

const config = readConfig({ OPAL_NETWORK: 'local', DATABASE_URL: 'postgres://nobody' })
const LIMIT = 50_000

async function openServer(bounds: HeldBounds) {
  const server = createBareServer(config, pino({ level: 'silent' }))
  let begun = 0
  boundBodies(server, clientIdentity(config), bounds)
  server.addHook('preParsing', async () => {
    begun += 1
  })
  server.post('/said', { bodyLimit: LIMIT }, () => 'heard')
  await server.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    server.server.closeAllConnections()
    await server.close()
  })
  const { port } = server.server.address() as AddressInfo
  /** Begins to send a body of so many bytes, all but the last one; null says no length. */
  const begin = (client: string, bytes: number | null): Socket => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    const length = bytes === null ? 'transfer-encoding: chunked' : `content-length: ${bytes}`
    const head = `POST /said HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${client}\r\ncontent-type: application/json`
    const body = bytes === null ? '5\r\n"abc"\r\n' : `"${'a'.repeat(bytes - 2)}`
    socket.write(`${head}\r\n${length}\r\n\r\n${body}`)
    return socket
  }
  /** Begins to send one whose rest is read. */
  const accepted = async (client: string, bytes: number | null): Promise<Socket> => {
    const before = begun
    const socket = begin(client, bytes)
    await expect.poll(() => begun).toBe(before + 1)
    return socket
  }
  return { accepted, refusal: async (client: string, bytes: number | null) => statusOf(begin(client, bytes)) }
}

async function statusOf(socket: Socket): Promise<number> {
  await once(socket, 'readable')
  return Number(String(socket.read(12)).slice(9))
}

it('unfinished bodies are limited in bytes for one client, and cost other clients nothing', async () => {
  const { accepted, refusal } = await openServer({ bytes: 400_000, bytesPerClient: 100_000 })
  const first = await accepted('203.0.113.1', 40_000)
  await accepted('203.0.113.1', 40_000)
  expect(await refusal('203.0.113.1', 40_000)).toBe(503)
  await accepted('203.0.113.1', 1_000)
  await accepted('203.0.113.2', 40_000)
  first.write('"')
  expect(await statusOf(first)).toBe(200)
  await accepted('203.0.113.1', 40_000)
})

it('a body without a length counts as the longest that is read, and one of a client that has gone as none', async () => {
  const { accepted, refusal } = await openServer({ bytes: 400_000, bytesPerClient: 2 * LIMIT })
  const sockets = [await accepted('203.0.113.1', null), await accepted('203.0.113.1', null)]
  expect(await refusal('203.0.113.1', null)).toBe(503)
  expect(await refusal('203.0.113.1', 10_000_000)).toBe(503)
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => refusal('203.0.113.1', 10_000_000)).toBe(413)
})

it('bodies of all clients that are too many bytes are given up, beginning with those of the client that has most', async () => {
  const { accepted } = await openServer({ bytes: 180_000, bytesPerClient: 100_000 })
  const [first, second] = [await accepted('203.0.113.1', 50_000), await accepted('203.0.113.1', 50_000)]
  const other = await accepted('203.0.113.2', 50_000)
  const third = await accepted('203.0.113.3', 50_000)
  // Without a reader no end of a connection arrives; one that is reset has closed before.
  second.resume()
  await expect.poll(() => second.closed).toBe(true)
  for (const socket of [first, other, third]) {
    socket.write('"')
    expect(await statusOf(socket)).toBe(200)
  }
})
