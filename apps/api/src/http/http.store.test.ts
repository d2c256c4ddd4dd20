import { setTimeout as delay } from 'node:timers/promises'
import { CATALOGUE } from '@opal/contract/http/catalogue'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApi } from '../create-api.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

/**
 * Far less than a node that never answers takes. The answer takes a second, and HAProxy waits two (`timeout check` in
 * `deploy/haproxy`); a busy machine may take more.
 */
const CHECK_MS = 15_000

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const get = async (url: string) => {
  const answer = await api.server.inject({ method: 'GET', url })
  return { status: answer.statusCode, json: answer.json(), headers: answer.headers }
}

describe('around the calls', () => {
  it('OpenAPI 3.1 describes every call', async () => {
    const { json } = await get('/docs/json')
    expect(json.openapi).toMatch(/^3\.1/)
    const ids = Object.values(json.paths as Record<string, Record<string, { operationId: string }>>).flatMap((path) =>
      Object.values(path).map((operation) => operation.operationId),
    )
    for (const endpoint of CATALOGUE) expect(ids).toContain(endpoint.id)
    expect((await api.server.inject('/docs')).statusCode).toBe(200)
  })

  it('the web app may call with its cookies, a stranger may not', async () => {
    const preflight = (origin: string) =>
      api.server.inject({
        method: 'OPTIONS',
        url: '/api/networks/current',
        headers: { origin, 'access-control-request-method': 'GET' },
      })
    expect((await preflight('http://127.0.0.1:3000')).headers).toMatchObject({
      'access-control-allow-origin': 'http://127.0.0.1:3000',
      'access-control-allow-credentials': 'true',
    })
    expect((await preflight('https://evil.example')).headers['access-control-allow-origin']).toBeUndefined()
  })

  it('too many requests from one address are refused for a while', async () => {
    await using limited = await createTestApi({}, { API_RATE_LIMIT: '2' })
    const ask = () => limited.server.inject({ url: '/healthz', remoteAddress: '203.0.113.9' })
    expect((await ask()).statusCode).toBe(200)
    expect((await ask()).statusCode).toBe(200)
    const refused = await ask()
    expect(refused.statusCode).toBe(429)
    expect(refused.json().error).toMatchObject({ code: 'rate-limited', retryable: true })
  })
})

describe('readiness', () => {
  it('reports how far the index is behind', async () => {
    const { status, json } = await get('/readyz')
    expect(status).toBe(200)
    expect(json.index).toEqual({ version: '100', lagVersions: '5', lagSeconds: 1 })
  })

  it('reports how long nothing has been written while the node does not answer', async () => {
    const { config, context, store } = api
    const { rows } = await store.pool.query<{ last: bigint }>(
      `select last_timestamp_micros as last from chain.checkpoints where stream = 'main'`,
    )
    const last = rows[0]?.last ?? 0n
    const node = { ...context.node, ledger: () => Promise.reject(new Error('The provider is away.')) }
    const askedAt = async (nowMicros: bigint) => {
      const parts = { ...context, node, nowMicros: () => nowMicros }
      await using server = await createApi(config, parts, pino({ level: 'silent' }))
      const answer = await server.inject('/readyz')
      expect(answer.statusCode).toBe(200)
      return answer.json().index
    }
    expect(await askedAt(last + 90_500_000n)).toEqual({ version: '100', lagVersions: null, lagSeconds: 90.5 })
    expect(await askedAt(last - 2_000_000n)).toEqual({ version: '100', lagVersions: null, lagSeconds: 0 })
  })

  it('takes a node of another chain for one that does not answer: its versions say nothing of the index', async () => {
    const { config, context } = api
    const ledger = async () => ({ chainId: 2, version: 9_000n, timestampMicros: context.nowMicros() })
    const parts = { ...context, node: { ...context.node, ledger } }
    await using server = await createApi(config, parts, pino({ level: 'silent' }))
    const { node, index } = (await server.inject('/readyz')).json()
    expect([node, index.lagVersions]).toEqual([{ reachable: false, version: null }, null])
  })

  it('is reported in time for a balancer although the node never answers', async () => {
    const { config, context } = api
    const node = { ...context.node, ledger: () => new Promise<never>(() => undefined) }
    await using server = await createApi(config, { ...context, node }, pino({ level: 'silent' }))
    const answer = await Promise.race([server.inject('/readyz'), delay(CHECK_MS, null)])
    expect(answer?.statusCode).toBe(200)
    expect(answer?.json().node).toEqual({ reachable: false, version: null })
  })

  it('reports a marketplace that is stopped, and one that catches up', async () => {
    const statusOf = async (id: string) =>
      (await get('/readyz')).json.marketplaces.find((each: { id: string }) => each.id === id)?.status
    const { pool } = api.store
    expect(await statusOf('opal')).toBe('active')
    await pool.query(`insert into chain.decode_resumes (marketplace, next_version) values ('opal', 5)`)
    expect(await statusOf('opal')).toBe('resuming')
    await pool.query(`insert into chain.decode_stops (marketplace, version, event_index, event_type, message)
      values ('opal', 9, 0, 't', 'm')`)
    expect(await statusOf('opal')).toBe('stopped')
    await pool.query('delete from chain.decode_stops')
    await pool.query('delete from chain.decode_resumes')
    expect(await statusOf('opal')).toBe('active')
  })

  it('names a version only once the caches have been invalidated by it', async () => {
    const received = Promise.withResolvers<void>()
    const { config, context } = api
    await using server = await createApi(
      config,
      { ...context, catchUp: () => received.promise },
      pino({ level: 'silent' }),
    )
    let isAnswered = false
    const answer = server.inject('/readyz').then((response) => {
      isAnswered = true
      return response.json()
    })
    // A later, different request is answered first.
    expect((await server.inject('/aggregator/collection')).statusCode).toBe(200)
    expect(isAnswered).toBe(false)
    received.resolve()
    expect((await answer).index.version).toBe('100')
  })

  it('is 503 without a store, and so are calls, which say that they may be tried again', async () => {
    await using dead = await createTestApi()
    await dead.context.store[Symbol.asyncDispose]()
    expect((await dead.server.inject('/readyz')).statusCode).toBe(503)
    expect((await dead.server.inject('/healthz')).statusCode).toBe(200)
    const failed = await dead.server.inject('/aggregator/collection')
    expect(failed.statusCode).toBe(503)
    expect(failed.json().error).toMatchObject({ code: 'database-unavailable', retryable: true })
  })
})
