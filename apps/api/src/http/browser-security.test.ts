import Fastify from 'fastify'
import { describe, expect, it, test } from 'vitest'
import { isAllowedOrigin, setSecureHeaders } from './browser-security.ts'

test('every answer keeps browsers from doing more with it than to read it, unless a route says otherwise', async () => {
  const server = Fastify()
  setSecureHeaders(server)
  server.get('/plain', () => 'plain')
  server.get('/own', (_request, reply) => reply.header('content-security-policy', "default-src 'self'").send('own'))
  for (const url of ['/plain', '/missing']) {
    expect((await server.inject({ method: 'GET', url })).headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': expect.stringContaining('max-age='),
    })
  }
  expect((await server.inject({ method: 'GET', url: '/own' })).headers['content-security-policy']).toBe(
    "default-src 'self'",
  )
})

const mainnet = { network: 'mainnet', webPublicUrl: 'https://opal.example/' } as const
const local = { network: 'local', webPublicUrl: 'http://127.0.0.1:3000' } as const

describe('isAllowedOrigin', () => {
  it('lets the web app call', () => {
    expect(isAllowedOrigin('https://opal.example', mainnet)).toBe(true)
  })

  it('refuses every other page', () => {
    for (const origin of [
      'https://evil.example',
      'https://opal.example.evil.example',
      'http://opal.example',
      'null',
      'http://127.0.0.1:3000',
    ]) {
      expect(isAllowedOrigin(origin, mainnet)).toBe(false)
    }
  })

  it('lets any port of the same machine call on a local network, and nothing else', () => {
    expect(isAllowedOrigin('http://localhost:4123', local)).toBe(true)
    expect(isAllowedOrigin('http://127.0.0.1.evil.example', local)).toBe(false)
  })
})
