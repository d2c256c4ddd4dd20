import { connect } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPageServer, refuseWriting } from './page-server.ts'

const logged: { level: number; msg: string }[] = []
const logger = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
const server = createPageServer({ trustedProxies: [] }, logger)
server.get('/failing', () => {
  throw new Error('connect ECONNREFUSED 10.1.2.3:5432')
})
server.register(async (scope) => {
  scope.addHook('onRequest', refuseWriting)
  scope.all('*', () => 'page')
})
beforeAll(() => server.listen({ host: '127.0.0.1', port: 0 }))
afterAll(() => server.close())

/** Sends a request as no client library would, and reads the answer's head and body. */
function sendRaw(head: string): Promise<string> {
  const { port } = server.server.address() as { port: number }
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${head}\r\nhost: localhost\r\nconnection: close\r\n\r\n`),
    )
    let answer = ''
    socket.on('data', (chunk) => {
      answer += String(chunk)
    })
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
  })
}

describe('a page is answered', () => {
  it.each(['TRACE', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND'])(
    'to %s: it can only be read',
    async (method) => {
      const answer = await sendRaw(`${method} /collection/x HTTP/1.1`)
      expect(answer).toMatch(/^HTTP\/1\.1 405 /)
      expect(answer.toLowerCase()).toContain('content-type: text/html')
      expect(answer).toContain('Pages can only be read.')
    },
  )

  it.each(['/%ff%fe', '/%c0%ae', '/%', '/collection/%zz'])('to %s, which cannot be read', async (url) => {
    const answer = await sendRaw(`GET ${url} HTTP/1.1`)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer.toLowerCase()).toContain('content-type: text/html')
    expect(answer).toContain('This address cannot be read.')
    expect(answer).not.toContain('FST_ERR')
  })

  it('to a failure of ours, which is logged and tells nothing of itself', async () => {
    logged.length = 0
    const answer = await server.inject('/failing')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([500, 'text/html; charset=utf-8'])
    expect(answer.body).not.toMatch(/ECONN|5432/)
    expect(logged.map(({ msg }) => msg)).toEqual(['page failed'])
  })
})

it('logs nothing of what clients do wrong', async () => {
  logged.length = 0
  await sendRaw('TRACE / HTTP/1.1')
  await sendRaw('GET /%ff HTTP/1.1')
  expect(logged).toEqual([])
})

it('hangs up on a request that does not arrive', () => {
  expect(server.server.requestTimeout).toBe(30_000)
})
