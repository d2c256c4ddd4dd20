import { type FastifyInstance, fastify } from 'fastify'
import { pino } from 'pino'
import type { ServerBuild } from 'react-router'
import { expect, it } from 'vitest'
import { createPageServer } from './page-server.ts'
import { createRouteNames } from './route-names.ts'
import { serveHealth } from './web-server.ts'

const ROUTES = {
  root: { id: 'root', path: '' },
  landing: { id: 'landing', parentId: 'root', index: true },
  collection: { id: 'collection', parentId: 'root', path: 'collection/:slug' },
  activity: { id: 'activity', parentId: 'collection', path: 'activity' },
} as unknown as ServerBuild['routes']

// @feature operate.metrics
it('pages are named by their template in metrics', async () => {
  const names: (string | null)[] = []
  const routeOf = createRouteNames({ routes: ROUTES })
  const server = fastify()
  server.addHook('onResponse', async (request) => void names.push(routeOf(request)))
  server.get('/healthz', () => 'ok')
  server.all('*', () => 'page')
  for (const url of [
    '/',
    '/collection/apes?q=secret',
    '/collection/bears/activity',
    '/nowhere/0x1',
    '/assets/a-1.js',
    '/healthz',
  ])
    await server.inject(url)
  expect(names).toEqual(
    ['/', 'collection/:slug', 'collection/:slug/activity', '/', '/assets/*', '/healthz'].map(expectName),
  )
})

function expectName(name: string): unknown {
  return expect.stringMatching(new RegExp(`^/?${name.replace(/[/*]/g, '\\$&')}$`))
}

// @feature operate.drain
it('a site that is asked to stop is alive, and not ready', async () => {
  const server = fastify()
  const draining = { isDraining: false }
  serveHealth(server, draining)
  const statuses = async () =>
    Promise.all(['/healthz', '/readyz'].map(async (url) => (await server.inject(url)).statusCode))
  expect(await statuses()).toEqual([200, 200])
  draining.isDraining = true
  expect(await statuses()).toEqual([200, 503])
})

// @feature operate.request-ids, operate.logs
it('a failed page is named in the answer and in the log, without what a signed-in person looked for', async () => {
  const lines: string[] = []
  const server: FastifyInstance = createPageServer(
    { trustedProxies: [] },
    pino({}, { write: (line) => void lines.push(line) }),
  )
  server.get('/failing', () => Promise.reject(new Error('broken')))
  const ask = (headers: Record<string, string>) => server.inject({ url: '/failing?q=secret-search', headers })
  const answer = await ask({ 'x-request-id': 'proxy-7', cookie: 'session=secret-session' })
  expect(answer.headers['x-request-id']).toBe('proxy-7')
  expect(lines.join('')).toMatch(/"requestId":"proxy-7".*"url":"\/failing".*page failed/)
  expect(lines.join('')).not.toContain('secret')
  await ask({})
  expect(lines.at(-1)).toContain('/failing?q=secret-search')
})
