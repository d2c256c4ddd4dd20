import { endpointUrl } from '@opal/contract/client'
import { CATALOGUE } from '@opal/contract/http/catalogue'
import type { Endpoint } from '@opal/contract/http/endpoint'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { buildBuy } from '@opal/contract/trading/buying'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startChainGraphql } from '../../graphql/chain/serve-chain-graphql.ts'
import { signedInAs } from '../../testing/signed-in-as.ts'
import { createTestApi, simulated, TEST_OPERATOR_TOKEN, type TestApi } from '../../testing/test-api.ts'
import { createRequestCounts } from './request-counts.ts'

const FLOOD = '203.0.113.9'
/** The same network of one client: it may choose the lower half for every request. */
const FLOOD_V6 = (at: number) => `2001:db8:1:2::${(at + 1).toString(16)}`
const OTHER = '203.0.113.10'

const stack = new AsyncDisposableStack()
let api: TestApi
beforeAll(async () => {
  api = stack.use(await createTestApi({}, { API_TRADE_LIMIT: '5', API_GRAPHQL_LIMIT: '4' }))
})
afterAll(() => stack.disposeAsync())

interface Ask {
  readonly url: string
  readonly from: string
  readonly payload?: object
  readonly cookie?: string
}

async function post({ url, from, payload = {}, cookie }: Ask) {
  const headers = cookie === undefined ? {} : { cookie }
  const answer = await api.server.inject({ method: 'POST', url, remoteAddress: from, payload, headers })
  return answer.statusCode
}

/** Statuses of the same question, asked so often one after the other. */
async function repeat(times: number, ask: (at: number) => Promise<number>): Promise<number[]> {
  const statuses: number[] = []
  for (let at = 0; at < times; at += 1) statuses.push(await ask(at))
  return statuses
}
const refusedFrom = (statuses: readonly number[]) => statuses.indexOf(429)

describe('calls that cost more than a read have a limit of their own', () => {
  const buy = (from: string) => post({ url: `/api${buildBuy.path}`, from, payload: buildBuy.example.body ?? {} })
  const chain = (from: string) => post({ url: '/chain/graphql', from, payload: { query: '{ __typename }' } })
  const market = (from: string) => post({ url: '/marketplace/graphql', from, payload: { query: '{ __typename }' } })

  it('trades, all of them together, by client, wherever the client takes its address', async () => {
    expect(await repeat(7, () => buy(FLOOD))).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect(await post({ url: '/data/collection/bid', from: FLOOD })).toBe(429)
    expect(await buy(OTHER)).toBe(200)
    expect(refusedFrom(await repeat(7, (at) => buy(FLOOD_V6(at))))).toBe(5)
    expect((await api.server.inject({ url: '/aggregator/collection', remoteAddress: FLOOD })).statusCode).toBe(200)
  })

  it('quotes that follow the market by themselves, apart from those that are asked for', async () => {
    const client = '203.0.113.11'
    const url = `/api${buildBuy.path}`
    const payload = buildBuy.example.body ?? {}
    const refresh = () => post({ url: `${url}?refresh=true`, from: client, payload })
    expect(await repeat(9, refresh)).toEqual([200, 200, ...Array(7).fill(429)])
    expect(await repeat(6, () => buy(client))).toEqual([200, 200, 200, 200, 200, 429])
  })

  it('GraphQL, both schemas together', async () => {
    const both = (at: number) => (at % 2 === 0 ? chain(FLOOD) : market(FLOOD))
    expect(await repeat(6, both)).toEqual([200, 200, 200, 200, 429, 429])
    expect([await chain(OTHER), await market(OTHER)]).toEqual([200, 200])
  })

  it('GraphQL of the market by how much of it an operation selects', async () => {
    const large = Array.from({ length: 30 }, (_, at) => `a${at}: listings(first: 1) { nodes { price } }`).join(' ')
    const ask = (from: string, query: string) => post({ url: '/marketplace/graphql', from, payload: { query } })
    expect(await repeat(2, () => ask('203.0.113.12', `{ ${large} }`))).toEqual([200, 429])
    expect(await ask('203.0.113.13', `{ ${large} }`)).toBe(200)
    expect(await repeat(2, () => ask('203.0.113.13', '{ __typename }'))).toEqual([200, 429])
  })

  it('requests to fetch metadata again, by client, whatever token they name', async () => {
    const refresh = (at: number) => post({ url: `/api/collection/nfts/0x${at + 1}/refresh`, from: FLOOD_V6(at) })
    expect(refusedFrom(await repeat(25, refresh))).toBe(20)
    expect(await post({ url: '/api/collection/nfts/0x1/refresh', from: OTHER })).toBe(404)
  })

  it('sign-ins, by client and hour', async () => {
    const signIn = (at: number) => post({ url: '/api/session', from: FLOOD_V6(at) })
    const begin = (at: number) => post({ url: '/api/session/challenge', from: FLOOD_V6(at) })
    expect(refusedFrom(await repeat(25, signIn))).toBe(20)
    expect(refusedFrom(await repeat(65, begin))).toBe(60)
  })

  it('programs of this machine have none', async () => {
    expect(await repeat(8, () => buy('127.0.0.1'))).not.toContain(429)
  })
})

it('trades of one client wait for its own simulations, and leave the node to others', async () => {
  const release = Promise.withResolvers<void>()
  let [running, most] = [0, 0]
  await using slow = await createTestApi({
    simulate: async () => {
      running += 1
      most = Math.max(most, running)
      await release.promise
      running -= 1
      return simulated({})
    },
  })
  const url = `/api${buildBuy.path}`
  const buy = async (remoteAddress: string) => {
    const asked = { method: 'POST', url, remoteAddress, payload: buildBuy.example.body ?? {} } as const
    return (await slow.server.inject(asked)).statusCode
  }
  const flood = Array.from({ length: 9 }, (_, at) => buy(FLOOD_V6(at)))
  await vi.waitFor(() => expect(running).toBeGreaterThanOrEqual(4), { timeout: 20_000 })
  const other = buy(OTHER)
  await vi.waitFor(() => expect(running).toBeGreaterThanOrEqual(5), { timeout: 20_000 })
  release.resolve()
  expect(await Promise.all([other, ...flood])).toEqual(Array(10).fill(200))
  expect(most).toBe(5)
})

it('trades of one IPv6 /48 wait for the simulations of eight of its clients, and leave the node to others', async () => {
  const release = Promise.withResolvers<void>()
  let running = 0
  await using slow = await createTestApi({
    simulate: async () => {
      running += 1
      await release.promise
      return simulated({})
    },
  })
  const buy = async (remoteAddress: string) => {
    const payload = buildBuy.example.body ?? {}
    return (await slow.server.inject({ method: 'POST', url: `/api${buildBuy.path}`, remoteAddress, payload }))
      .statusCode
  }
  const flood = Array.from({ length: 20 }, (_, at) => buy(`2001:db8:1:${at.toString(16)}::1`))
  await vi.waitFor(() => expect(running).toBe(12), { timeout: 20_000 })
  const others = [buy(OTHER), buy('2001:db8:2::1')]
  await vi.waitFor(() => expect(running).toBe(14), { timeout: 20_000 })
  release.resolve()
  expect(await Promise.all([...others, ...flood])).toEqual(Array(22).fill(200))
})

describe('writes are counted', () => {
  const star = (from: string, cookie: string) =>
    post({
      url: '/aggregator/user/collections/favourite',
      from,
      cookie,
      payload: { collectionId: EXAMPLE.collectionId },
    })

  it('by session, from wherever they come', async () => {
    const cookie = await signedInAs(api, EXAMPLE.signer)
    expect(refusedFrom(await repeat(102, (at) => star(`198.51.100.${at}`, cookie)))).toBe(100)
  })

  it('by client, with however many sessions', async () => {
    const cookies = await Promise.all(Array.from({ length: 5 }, () => signedInAs(api, EXAMPLE.signer)))
    const statuses = await repeat(205, (at) => star(FLOOD_V6(at), cookies[at % cookies.length] ?? ''))
    expect(refusedFrom(statuses)).toBe(200)
  })

  it('apart from what a session reads', async () => {
    const cookie = await signedInAs(api, EXAMPLE.signer)
    const read = async () =>
      (await api.server.inject({ url: '/api/user/notifications', headers: { cookie } })).statusCode
    expect(await repeat(102, read)).toEqual(Array(102).fill(200))
    expect(await star('198.51.100.200', cookie)).toBe(200)
  })
})

it('two listeners of the official SDK count together', async () => {
  await using one = await createTestApi(
    {},
    { API_GRAPHQL_LIMIT: '4', CHAIN_GRAPHQL_PORT: '0', TRUST_PROXY: 'loopback' },
  )
  const counts = createRequestCounts(null, '')
  const listeners = [1, 2].map(() => startChainGraphql(one.config, one.context, pino({ level: 'silent' }), counts))
  await using first = await (listeners[0] as (typeof listeners)[number])
  await using second = await (listeners[1] as (typeof listeners)[number])
  const ask = async ({ url }: { readonly url: string }) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': FLOOD }
    return (await fetch(url, { method: 'POST', headers, body: '{"query":"{ __typename }"}' })).status
  }
  expect(await repeat(6, (at) => ask(at % 2 === 0 ? first : second))).toEqual([200, 200, 200, 200, 429, 429])
})

it('only the operator’s writes drop answers from memory, and no other call of any kind', async () => {
  await using caching = await createTestApi({}, { API_HOT_MS: '60000' })
  const { server, store } = caching
  const featured = async () => {
    const answer = await server.inject('/aggregator/collection/featured')
    return (answer.json().data as { readonly collectionId: string }[]).map(({ collectionId }) => collectionId)
  }
  const before = await featured()
  expect(before).toContain(EXAMPLE.collectionId)
  await store.pool.query('delete from account.verified_collections')
  const headersFor = async () => ({
    cookie: await signedInAs(caching, EXAMPLE.signer),
    origin: 'http://127.0.0.1:3000',
    'access-control-request-method': 'GET',
  })
  const calls = (CATALOGUE as unknown as readonly Endpoint[]).filter(
    ({ access, method }) => access !== 'operator' && method !== 'GET',
  )
  expect(calls.length).toBeGreaterThan(30)
  for (const { id, method, url, payload } of [
    ...calls.map((endpoint) => {
      const { params, query, body } = endpoint.example
      const url = endpointUrl('', endpoint, { ...(params && { params }), ...(query && { query }) })
      return { id: endpoint.id, method: endpoint.method, url, payload: body as object | undefined }
    }),
    ...['/marketplace/graphql', '/chain/graphql'].map(
      (url) => ({ id: url, method: 'POST', url, payload: { query: '{ __typename }' } }) as const,
    ),
    { id: 'preflight', method: 'OPTIONS', url: '/aggregator/collection/featured', payload: undefined } as const,
  ]) {
    const answer = await server.inject({ method, url, headers: await headersFor(), ...(payload && { payload }) })
    expect(answer.statusCode, `${id}: ${answer.body}`).toBeLessThan(400)
    expect(await featured(), id).toEqual(before)
  }
  const headers = { authorization: `Bearer ${TEST_OPERATOR_TOKEN}` }
  const verify = { method: 'PATCH', url: `/api/collection/${EXAMPLE.collectionId}/verify`, headers } as const
  expect((await server.inject({ ...verify, payload: { isVerified: true } })).statusCode).toBe(200)
  expect(await featured()).not.toEqual(before)
})

it('answers from memory are counted for each client, at ten times what it may ask for', async () => {
  await using caching = await createTestApi({}, { API_HOT_MS: '60000', API_RATE_LIMIT: '2' })
  const ask = (remoteAddress: string) =>
    caching.server.inject({ url: '/aggregator/collection/featured', remoteAddress })
  await ask('127.0.0.1')
  expect(refusedFrom(await repeat(22, async () => (await ask(FLOOD)).statusCode))).toBe(20)
  expect((await ask(OTHER)).statusCode).toBe(200)
})
