import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createPageServer, refuseWriting } from './page-server.ts'
import { toWebRequest } from './web-server.ts'

const logged: { level: number; msg: string; err?: { message: string } }[] = []
const logger = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
const server = createPageServer({ trustedProxies: [] }, logger)
server.get('/failing', () => {
  throw new Error('connect ECONNREFUSED 10.1.2.3:5432')
})
server.get('/failing-again', () => Promise.reject(Object.assign(new Error('again'), { code: 'again' })))
server.get('/failing-otherwise', () => Promise.reject(Object.assign(new Error('otherwise'), { code: 'otherwise' })))
server.get('/assets/*', (_request, reply) => reply.callNotFound())
server.register(async (scope) => {
  scope.addHook('onRequest', refuseWriting)
  scope.all('*', (request, reply) => `page ${toWebRequest(request, reply).url}`)
})
beforeAll(() => server.listen({ host: '127.0.0.1', port: 0 }))
afterAll(() => server.close())

/** Sends a raw request and returns the response's head and body. */
function sendRaw(head: string, host = 'localhost'): Promise<string> {
  const { port } = server.server.address() as { port: number }
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${head}\r\nhost: ${host}\r\nconnection: close\r\n\r\n`),
    )
    let answer = ''
    socket.on('data', (chunk) => {
      answer += String(chunk)
    })
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
  })
}

describe('answers with a page', () => {
  it.each(['TRACE', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND'])(
    'to the method %s, which is refused',
    async (method) => {
      const answer = await sendRaw(`${method} /collection/x HTTP/1.1`)
      expect(answer).toMatch(/^HTTP\/1\.1 405 /)
      expect(answer.toLowerCase()).toContain('content-type: text/html')
      expect(answer).toContain('Pages accept GET requests only.')
    },
  )

  it.each(['/%ff%fe', '/%c0%ae', '/%', '/collection/%zz'])('to the malformed address %s', async (url) => {
    const answer = await sendRaw(`GET ${url} HTTP/1.1`)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer.toLowerCase()).toContain('content-type: text/html')
    expect(answer).toContain('This address isn’t valid.')
    expect(answer).not.toContain('FST_ERR')
  })

  it.each([
    ['/collections', '['],
    ['/collections', 'a b'],
    ['/collections', 'a:99999'],
    ['http://[', 'localhost'],
  ])('to %s of the host %s, which is none, without a line in the log', async (url, host) => {
    logged.length = 0
    const answer = await sendRaw(`GET ${url} HTTP/1.1`, host)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('This address isn’t valid.')
    expect(logged.filter(({ msg }) => msg === 'page failed')).toEqual([])
  })

  it('to a file that a newer build has replaced', async () => {
    const answer = await server.inject('/assets/old.js')
    expect([answer.statusCode, answer.headers.allow]).toEqual([404, undefined])
    expect(answer.body).toContain('File not found.')
  })

  it('to an internal error, which is logged and not exposed', async () => {
    logged.length = 0
    const answer = await server.inject('/failing')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([500, 'text/html; charset=utf-8'])
    expect(answer.body).not.toMatch(/ECONN|5432/)
    expect(logged.map(({ msg }) => msg)).toEqual(['page failed'])
  })
})

// @feature operate.logs
it('logs a few of the pages that fail in a minute, and hides no other failure', async () => {
  logged.length = 0
  for (let count = 0; count < 60; count += 1) await server.inject('/failing-again')
  await server.inject('/failing-otherwise')
  const messages = logged.map(({ err }) => err?.message)
  expect(messages.filter((message) => message === 'again')).toHaveLength(20)
  expect(messages).toContain('otherwise')
})

it('does not log client errors', async () => {
  logged.length = 0
  await sendRaw('TRACE / HTTP/1.1')
  await sendRaw('GET /%ff HTTP/1.1')
  expect(logged).toEqual([])
})

it('closes the connection of a request that does not complete in time', () => {
  expect(server.server.requestTimeout).toBe(30_000)
})

it.each([
  ['a malformed address', 400, { url: '/%zz' }],
  ['a method', 405, { url: '/collection/x', method: 'DELETE' }],
  ['a file that is not there', 404, { url: '/assets/old.js' }],
  ['too many of a minute', 429, { url: '/too-many' }],
] as const)('refusing %s costs little, however fast it is repeated', async (_, status, asked) => {
  const site = createPageServer({ trustedProxies: [] }, pino({ level: 'silent' }))
  onTestFinished(() => site.close())
  site.get('/assets/*', (_request, reply) => reply.callNotFound())
  site.get('/too-many', () => Promise.reject(Object.assign(new Error('no'), { statusCode: 429 })))
  site.get('/quick', () => 'quick')
  site.register(async (scope) => {
    scope.addHook('onRequest', refuseWriting)
    scope.all('/collection/*', () => 'page')
  })
  let refused = 0
  const end = performance.now() + 1_000
  const flood = async () => {
    while (performance.now() < end) {
      expect((await site.inject(asked)).statusCode).toBe(status)
      refused += 1
    }
  }
  const all = Promise.all(Array.from({ length: 50 }, flood))
  await pause(500)
  expect((await site.inject('/quick')).body).toBe('quick')
  await all
  // The first twenty immediately, two hundred by and by, and one of each connection that was still held.
  expect(refused).toBeLessThan(350)
})

it('hangs up on a client that does not read what it has asked for, a file or a page', async () => {
  const site = createPageServer({ trustedProxies: [] }, pino({ level: 'silent' }), 50)
  onTestFinished(async () => {
    site.server.closeAllConnections()
    await site.close()
  })
  const large = Buffer.alloc(16_000_000)
  site.get('/assets/large.js', (_request, reply) => reply.send(Readable.from([large])))
  site.get('/page', () => large)
  await site.listen({ host: '127.0.0.1', port: 0 })
  const { port } = site.server.address() as { port: number }
  const open = () =>
    new Promise<number>((resolve) => site.server.getConnections((_, connections) => resolve(connections)))
  for (const path of ['/assets/large.js', '/page']) {
    const connected = once(site.server, 'connection')
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined).pause()
    onTestFinished(() => void socket.destroy())
    socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`)
    await connected
    await expect.poll(open).toBe(0)
  }
})
