import { connect } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
      expect(answer).toContain('Pages can only be read.')
    },
  )

  it.each(['/%ff%fe', '/%c0%ae', '/%', '/collection/%zz'])('to the malformed address %s', async (url) => {
    const answer = await sendRaw(`GET ${url} HTTP/1.1`)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer.toLowerCase()).toContain('content-type: text/html')
    expect(answer).toContain('This address cannot be read.')
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
    expect(answer).toContain('This address cannot be read.')
    expect(logged.filter(({ msg }) => msg === 'page failed')).toEqual([])
  })

  it('to a file that a newer build has replaced', async () => {
    const answer = await server.inject('/assets/old.js')
    expect([answer.statusCode, answer.headers.allow]).toEqual([404, undefined])
    expect(answer.body).toContain('There is no such file.')
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
