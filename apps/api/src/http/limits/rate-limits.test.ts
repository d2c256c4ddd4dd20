import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import rateLimit from '@fastify/rate-limit'
import { CLIENTS_PER_SITE } from '@opal/domain/limits/client'
import Fastify from 'fastify'
import { afterEach, expect, it } from 'vitest'
import type { ApiConfig } from '../../config.ts'
import { answerErrors } from '../error-responses.ts'
import { createCachedResponseLimit } from './cached-response-limit.ts'
import { clientIdentity } from './client-address.ts'
import { type FileBounds, limitGraphql, limitOpenFiles, limitSites } from './rate-limits.ts'
import { createRequestCounts } from './request-counts.ts'

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

it('opens so many files for one client, and so many in all, and more when some have ended', async () => {
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
  const quick = await fileServer({ ...held, pace: { bytesPerSecond: 1, afterMs: 0 } })
  for (const client of [1, 2]) expect((await quick.open(`203.0.113.${client}`)).status).toBe(200)
  expect((await quick.open('203.0.113.3')).status).toBe(503)
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

it('opens so many files for one IPv6 site, whose networks are clients of their own', async () => {
  const { open } = await fileServer({ open: 5, openPerClient: 2 })
  for (const network of [1, 2, 3]) expect((await open(`2001:db8:1:${network}::1`)).status).toBe(200)
  expect((await open('2001:db8:1:4::1')).status).toBe(429)
  expect((await open('2001:db8:2:4::1')).status).toBe(200)
})

const CONFIG = {
  trustedProxies: [],
  exemptsOwnMachine: true,
  rateLimitPerMinute: 2,
  graphqlLimitPerMinute: 2,
} as unknown as ApiConfig
const network = (site: number, at: number) => `2001:db8:${site}:${at.toString(16)}::1`

it.each(['/read', '/graphql'])(
  'lets an IPv6 site call %s as often as eight of its clients, and no other for it',
  async (url) => {
    const server = Fastify()
    stack.push(() => server.close())
    answerErrors(server)
    await server.register(rateLimit, {
      max: CONFIG.rateLimitPerMinute,
      timeWindow: 60_000,
      keyGenerator: ({ ip }) => ip,
      store: createRequestCounts(null, ''),
    })
    if (url === '/read') server.addHook('preParsing', limitSites(server, CONFIG))
    server.get('/read', async () => 'read')
    server.get(
      '/graphql',
      { onRequest: limitGraphql(server, CONFIG), config: { rateLimit: false } },
      async () => 'read',
    )
    const ask = async (remoteAddress: string) => {
      const x = await server.inject({ url, remoteAddress })
      return x.statusCode
    }
    // A client that floods is refused by its own limit, which leaves the site what its other clients may ask.
    const greedy = await Promise.all(Array.from({ length: 100 }, () => ask(network(1, 0))))
    expect(greedy.filter((status) => status === 200)).toHaveLength(2)
    const all = await Promise.all(Array.from({ length: 100 }, (_, at) => ask(network(1, at + 1))))
    expect(all.filter((status) => status === 200)).toHaveLength(2 * CLIENTS_PER_SITE - 2)
    expect(await ask(network(2, 1))).toBe(200)
    expect(await ask('203.0.113.9')).toBe(200)
  },
)

it('bounds what the networks of one IPv6 site are sent from memory', () => {
  const limit = createCachedResponseLimit(clientIdentity(CONFIG), 1, () => 0)
  const from = (remoteAddress: string) =>
    ({ socket: { remoteAddress }, connection: { remoteAddress }, headers: {} }) as unknown as IncomingMessage
  const admitted = Array.from({ length: 200 }, (_, at) => limit.admit(from(network(1, at)))).filter(
    (wait) => wait === null,
  )
  expect(admitted).toHaveLength(10 * CLIENTS_PER_SITE)
  expect(limit.admit(from(network(2, 1)))).toBeNull()
  for (let at = 0; at < 60; at += 1) limit.spend(from(network(3, at)), 100_000_000)
  expect(limit.admit(from(network(3, 99)))).toBeGreaterThan(0)
})
