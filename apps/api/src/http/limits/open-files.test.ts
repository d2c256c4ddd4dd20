import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { answerErrors } from '../error-responses.ts'
import { clientIdentity } from './client-address.ts'
import { type FileBounds, limitOpenFiles } from './open-files.ts'

const stack: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of stack.splice(0)) await end()
})

/**
 * A server with one file that never ends, behind a proxy of this machine.
 * @param before what requests wait for before files are counted.
 */
async function fileServer(
  given: Omit<FileBounds, 'pace'> & Partial<FileBounds>,
  before = async () => undefined as unknown,
) {
  const bounds = { pace: { bytesPerSecond: 20_000, afterMs: 30_000 }, ...given }
  const server = Fastify({ forceCloseConnections: true })
  answerErrors(server)
  server.addHook('onRequest', async () => void (await before()))
  const identity = clientIdentity({ trustedProxies: ['loopback'], exemptsOwnMachine: true })
  const chunk = 'x'.repeat(64 * 1024)
  server.get('/file', { onRequest: limitOpenFiles(identity, bounds) }, (_request, reply) => {
    function* endless() {
      while (true) yield chunk
    }
    return reply.send(Readable.from(endless(), { objectMode: false }))
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
  stack.push(() => server.close())
  const { port } = server.server.address() as { port: number }
  const ask = (client: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    stack.push(async () => socket.destroy())
    socket.write(`GET /file HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${client}\r\n\r\n`)
    return socket
  }
  /** Opens the file for a client, reads the answer's first line, and then nothing more. */
  const open = async (client: string) => {
    const socket = ask(client)
    await once(socket, 'readable')
    const head = String(socket.read(12))
    return { status: Number(head.slice(9)), socket }
  }
  const connections = () => new Promise<number>((resolve) => server.server.getConnections((_, count) => resolve(count)))
  return { ask, open, connections }
}

it('limits the open files of one client and of all clients, and opens more once some have ended', async () => {
  const { open } = await fileServer({ open: 3, openPerClient: 2 })
  const [first] = [await open('203.0.113.1'), await open('203.0.113.1')]
  expect((await open('203.0.113.1')).status).toBe(429)
  expect((await open('2001:db8:1:2::1')).status).toBe(200)
  expect((await open('203.0.113.3')).status).toBe(503)
  first.socket.destroy()
  let status = 503
  while (status === 503) ({ status } = await open('203.0.113.3'))
  expect(status).toBe(200)
})

it('gives the place of a reader that is too slow to another client where all are held, and that of no other', async () => {
  const held = { open: 2, openPerClient: 1 }
  const slow = await fileServer({ ...held, pace: { bytesPerSecond: Number.POSITIVE_INFINITY, afterMs: 0 } })
  const [first, second] = [await slow.open('203.0.113.1'), await slow.open('203.0.113.2')]
  // Until then what they do not read is in the kernel's buffers.
  await expect.poll(async () => (await slow.open('203.0.113.3')).status).toBe(200)
  await Promise.race([first, second].map(({ socket }) => once(socket.resume(), 'close')))
  const quick = await fileServer({ ...held, pace: { bytesPerSecond: Number.POSITIVE_INFINITY, afterMs: 60_000 } })
  for (const client of [1, 2]) expect((await quick.open(`203.0.113.${client}`)).status).toBe(200)
  expect((await quick.open('203.0.113.3')).status).toBe(503)
})

it('gives a place of who has most to a client that has none, where all are held by readers that are fast enough', async () => {
  const { open } = await fileServer({ open: 4, openPerClient: 2, pace: { bytesPerSecond: 0, afterMs: 0 } })
  const held = new Map<string, number>()
  const ask = async (client: string) => {
    const { status, socket } = await open(client)
    if (status !== 200) return status
    held.set(client, (held.get(client) ?? 0) + 1)
    const closed = once(socket.resume(), 'close').then(() => held.set(client, (held.get(client) ?? 0) - 1))
    stack.push(() => closed)
    return status
  }
  const [a, b, c, d, e] = [1, 2, 3, 4, 5].map((at) => `203.0.113.${at}`) as [string, string, string, string, string]
  for (const client of [a, a, b, b]) expect(await ask(client)).toBe(200)
  const sizes = () => [...held.values()].filter((count) => count > 0).sort()
  expect(await ask(c)).toBe(200)
  await expect.poll(sizes).toEqual([1, 1, 2])
  expect(await ask(c)).toBe(503)
  expect(await ask(d)).toBe(200)
  await expect.poll(sizes).toEqual([1, 1, 1, 1])
  expect(await ask(e)).toBe(200)
  await expect.poll(sizes).toEqual([1, 1, 1, 1])
  expect(held.get(e)).toBe(1)
})

it('gives no place of others to an IPv6 site that would have more for its size', async () => {
  const { open } = await fileServer({ open: 13, openPerClient: 2, pace: { bytesPerSecond: 0, afterMs: 0 } })
  const statusOf = async (client: string) => (await open(client)).status
  for (let at = 1; at <= 5; at += 1) expect(await statusOf(`203.0.113.${at}`)).toBe(200)
  for (let network = 1; network <= 8; network += 1) expect(await statusOf(`2001:db8:1:${network}::1`)).toBe(200)
  expect(await statusOf('2001:db8:1:9::1')).toBe(503)
  expect(await statusOf('2001:db8:2:1::1')).toBe(200)
})

it('opens files as before after clients, however many, have gone before their files were opened', async () => {
  const gone = Promise.withResolvers<void>()
  let asked = 0
  const { ask, open, connections } = await fileServer({ open: 3, openPerClient: 2 }, () => {
    asked += 1
    return gone.promise
  })
  const leaving = Array.from({ length: 8 }, (_, at) => ask(`203.0.113.${at % 4}`))
  await expect.poll(() => asked).toBe(8)
  for (const socket of leaving) socket.destroy()
  await expect.poll(connections).toBe(0)
  gone.resolve()
  expect((await open('203.0.113.1')).status).toBe(200)
  expect((await open('203.0.113.1')).status).toBe(200)
  expect((await open('203.0.113.2')).status).toBe(200)
  expect((await open('203.0.113.2')).status).toBe(503)
})

it('limits the open files of one IPv6 site, whose networks are clients of their own', async () => {
  const { open } = await fileServer({ open: 5, openPerClient: 2 })
  for (const network of [1, 2, 3]) expect((await open(`2001:db8:1:${network}::1`)).status).toBe(200)
  expect((await open('2001:db8:1:4::1')).status).toBe(429)
  expect((await open('2001:db8:2:4::1')).status).toBe(200)
})
