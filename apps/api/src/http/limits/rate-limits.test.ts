import type { IncomingMessage } from 'node:http'
import rateLimit from '@fastify/rate-limit'
import { CLIENTS_PER_SITE } from '@opal/domain/limits/client'
import Fastify from 'fastify'
import { afterEach, expect, it } from 'vitest'
import type { ApiConfig } from '../../config.ts'
import { answerErrors } from '../error-responses.ts'
import { createCachedResponseLimit } from './cached-response-limit.ts'
import { clientIdentity } from './client-address.ts'
import { limitGraphql, limitSites } from './rate-limits.ts'
import { createRequestCounts } from './request-counts.ts'

const stack: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of stack.splice(0)) await end()
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
