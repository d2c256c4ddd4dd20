import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { answerErrors } from '../error-responses.ts'
import { clientIdentity } from './client-address.ts'
import { limitExports } from './rate-limits.ts'

const stack: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of stack.splice(0)) await end()
})

/** A server with one file that never ends, behind a proxy of this machine. */
async function fileServer(bounds: { open: number; openPerClient: number; stallMs: number }) {
  const server = Fastify({ forceCloseConnections: true })
  answerErrors(server)
  const sent = Promise.withResolvers<void>()
  const identity = clientIdentity({ trustedProxies: ['loopback'], exemptsOwnMachine: true })
  const chunk = 'x'.repeat(64 * 1024)
  server.get('/file', { onRequest: limitExports(identity, bounds) }, (_request, reply) => {
    function* endless() {
      while (true) yield chunk
    }
    reply.raw.once('close', () => sent.resolve())
    return reply.send(Readable.from(endless(), { objectMode: false }))
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
  stack.push(() => server.close())
  const { port } = server.server.address() as { port: number }
  /** Opens the file for a client, reads the answer's first line, and then nothing more. */
  const open = async (client: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    stack.push(async () => socket.destroy())
    socket.write(`GET /file HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${client}\r\n\r\n`)
    await once(socket, 'readable')
    const head = String(socket.read(12))
    return { status: Number(head.slice(9)), socket }
  }
  return { open, firstEnded: sent.promise }
}

it('opens so many files for one client, and so many in all, and more when some have ended', async () => {
  const { open } = await fileServer({ open: 3, openPerClient: 2, stallMs: 60_000 })
  const [first] = [await open('203.0.113.1'), await open('203.0.113.1')]
  expect((await open('203.0.113.1')).status).toBe(429)
  expect((await open('2001:db8:1:2::1')).status).toBe(200)
  expect((await open('203.0.113.3')).status).toBe(503)
  first.socket.destroy()
  let status = 503
  while (status === 503) ({ status } = await open('203.0.113.3'))
  expect(status).toBe(200)
})

it('hangs up on a reader that takes nothing more, and lets its client open another', async () => {
  const { open, firstEnded } = await fileServer({ open: 1, openPerClient: 1, stallMs: 50 })
  expect((await open('203.0.113.1')).status).toBe(200)
  await firstEnded
  expect((await open('203.0.113.1')).status).toBe(200)
})
