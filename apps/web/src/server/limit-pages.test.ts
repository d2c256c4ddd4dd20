import { CLIENTS_PER_SITE } from '@opal/domain/limits/client'
import { parseTrustedProxies } from '@opal/domain/limits/trusted-proxies'
import { type FastifyInstance, fastify } from 'fastify'
import { expect, it } from 'vitest'
import { limitPages, limitRequests, proxyTrust, visitorOf } from './limit-pages.ts'

async function createSite(trusted = 'false', exemptsOwnMachine = true): Promise<FastifyInstance> {
  const server = fastify({ trustProxy: proxyTrust({ trustedProxies: parseTrustedProxies(trusted) }) })
  server.get('/assets/a.js', () => 'script')
  server.register(async (scope) => {
    limitPages(scope, { pagesPerMinute: 2, exemptsOwnMachine })
    scope.all('*', () => 'page')
  })
  return server
}

const statuses = async (server: FastifyInstance, asks: readonly { url?: string; from: string; claims?: string }[]) => {
  const answers: number[] = []
  for (const { url = '/', from, claims } of asks) {
    const headers = claims === undefined ? {} : { 'x-forwarded-for': claims }
    answers.push((await server.inject({ url, remoteAddress: from, headers })).statusCode)
  }
  return answers
}

it('limits pages per minute and client, but not scripts', async () => {
  const server = await createSite()
  const [one, other] = ['203.0.113.9', '203.0.113.10']
  const pages = [{ from: one }, { from: one, url: '/collection/x' }, { from: one }, { from: other }]
  expect(await statuses(server, pages)).toEqual([200, 200, 429, 200])
  expect(await statuses(server, [{ from: one, url: '/assets/a.js' }])).toEqual([200])
  expect(await statuses(server, Array(5).fill({ from: '127.0.0.1' }))).toEqual([200, 200, 200, 200, 200])
})

it('trusts only the nearest proxy for the address of a client', async () => {
  const claims = (from: string, text: string) => ({ from, claims: text })
  const direct = ['1.1.1.1', '2.2.2.2', '127.0.0.1'].map((text) => claims('203.0.113.9', text))
  expect(await statuses(await createSite(), direct)).toEqual([200, 200, 429])
  const proxied = ['1.1.1.1', '2.2.2.2', '127.0.0.1'].map((text) => claims('10.0.0.2', `${text}, 203.0.113.9`))
  expect(await statuses(await createSite('true'), proxied)).toEqual([200, 200, 429])
})

it('never exempts a forwarded request', async () => {
  const claims = Array(3).fill({ from: '127.0.0.1', claims: '127.0.0.1' })
  for (const trusted of ['false', 'true', 'loopback']) {
    expect(await statuses(await createSite(trusted), claims), trusted).toEqual([200, 200, 429])
  }
})

it('distinguishes visitors from programs of this machine', async () => {
  const visitors = async (trusted: string, exemptsOwnMachine: boolean) => {
    const server = fastify({ trustProxy: proxyTrust({ trustedProxies: parseTrustedProxies(trusted) }) })
    server.get('/', (request) => ({ visitor: visitorOf(request, { exemptsOwnMachine }) }))
    const asks = [{}, { remoteAddress: '203.0.113.9' }, { headers: { 'x-forwarded-for': '1.1.1.1, 203.0.113.9' } }]
    const answers = await Promise.all(
      asks.map((one) => server.inject({ url: '/', remoteAddress: '127.0.0.1', ...one })),
    )
    return answers.map((answer) => answer.json().visitor)
  }
  expect(await visitors('loopback', true)).toEqual([null, '203.0.113.9', '203.0.113.9'])
  expect(await visitors('', false)).toEqual(['127.0.0.1', '203.0.113.9', '127.0.0.1'])
})

it.each(['', 'loopback', 'true'])(
  'fails no page whose visitor has gone before it was counted, trusting %j',
  async (trusted) => {
    const server = fastify({ trustProxy: proxyTrust({ trustedProxies: parseTrustedProxies(trusted) }) })
    server.addHook('onRequest', async ({ raw }) => {
      if (raw.url === '/gone') Object.defineProperty(raw.socket, 'remoteAddress', { value: undefined })
    })
    server.register(async (scope) => {
      limitPages(scope, { pagesPerMinute: 2, exemptsOwnMachine: false })
      scope.all('*', () => 'page')
    })
    const gone = { url: '/gone', from: '203.0.113.9' }
    const asks = [gone, gone, gone, { from: '203.0.113.9' }]
    expect(await statuses(server, asks)).toEqual([200, 200, 429, 200])
    expect(await statuses(server, [{ ...gone, claims: '203.0.113.10' }])).toEqual([429])
  },
)

it('limits the pages of one IPv6 /48 as those of eight clients, and no others', async () => {
  const network = (at: number, site = 1) => ({ from: `2001:db8:${site}:${at.toString(16)}::1` })
  const server = await createSite()
  expect(await statuses(server, Array(20).fill(network(0)))).toEqual([200, 200, ...Array(18).fill(429)])
  const flood = await statuses(
    server,
    Array.from({ length: 50 }, (_, at) => network(at + 1)),
  )
  expect(flood.filter((status) => status === 200)).toHaveLength(2 * CLIENTS_PER_SITE - 2)
  expect(await statuses(server, [network(1, 2), { from: '203.0.113.9' }, { from: '127.0.0.1' }])).toEqual([
    200, 200, 200,
  ])
})

it('limits other clients as before while any number of networks of one IPv6 /48 come', async () => {
  const server = await createSite()
  const others = ['203.0.113.9', '2001:db8:2:1::1'].map((from) => ({ from }))
  expect(await statuses(server, [...others, ...others])).toEqual([200, 200, 200, 200])
  await statuses(
    server,
    Array.from({ length: 6_000 }, (_, at) => ({ from: `2001:db8:1:${at.toString(16)}::1` })),
  )
  expect(await statuses(server, others)).toEqual([429, 429])
})

it('limits everyone where it is unknown whether there is a proxy', async () => {
  expect(await statuses(await createSite('', false), Array(3).fill({ from: '127.0.0.1' }))).toEqual([200, 200, 429])
})

it('limits requests of any kind to fifty for each page, by client and site, whatever becomes of them', async () => {
  const server = fastify()
  limitRequests(server, { pagesPerMinute: 2, exemptsOwnMachine: true })
  server.get('/assets/a.js', () => 'script')
  for (const [from, url, status] of [
    ['203.0.113.9', '/assets/a.js', 200],
    ['203.0.113.10', '/nothing', 404],
  ] as const) {
    const answers = await statuses(server, Array(110).fill({ from, url }))
    expect(answers).toEqual([...Array(100).fill(status), ...Array(10).fill(429)])
  }
  const asks = (from: string, count: number) => Array(count).fill({ from, url: '/assets/a.js' })
  expect(await statuses(server, [...asks('203.0.113.11', 1), ...asks('127.0.0.1', 150)])).not.toContain(429)
  const ofSite = Array.from({ length: 10 }, (_, at) => asks(`2001:db8:1:${at}::1`, 100)).flat()
  expect((await statuses(server, ofSite)).filter((status) => status === 200)).toHaveLength(100 * CLIENTS_PER_SITE)
})
