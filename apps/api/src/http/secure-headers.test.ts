import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { setSecureHeaders } from './secure-headers.ts'

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
