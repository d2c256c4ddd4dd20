import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type ApiConfig, readConfig } from '../../config.ts'
import type { ApiContext } from '../../context.ts'
import { createServer } from '../../http/create-server.ts'
import { answerErrors } from '../../http/error-responses.ts'
import { createRequestCounts } from '../../http/limits/request-counts.ts'
import { mountChainGraphql, startChainGraphql } from './serve-chain-graphql.ts'

const LARGE = {
  query: `query ($v: current_token_datas_v2_bool_exp) {
    ${Array.from({ length: 30 }, (_, at) => `a${at}: current_token_datas_v2(where: $v, limit: 1) { token_name }`).join(' ')} }`,
  variables: { v: { _or: Array.from({ length: 90 }, () => ({ token_name: { _eq: 'a' } })) } },
}
const SMALL = { query: '{ current_token_datas_v2(limit: 1) { token_name } }' }

/** A server that answers from a store which has nothing, with the operations that a client may send. */
async function serve(graphqlLimitPerMinute: number) {
  const server = Fastify()
  onTestFinished(() => server.close())
  answerErrors(server)
  await server.register(rateLimit, { global: false })
  const transaction = vi.fn(() => {
    throw new Error('the store has nothing')
  })
  const config = { graphqlLimitPerMinute, trustedProxies: [], exemptsOwnMachine: false } as unknown as ApiConfig
  mountChainGraphql(
    server as unknown as FastifyInstance,
    { store: { db: { transaction } } as unknown as ApiContext['store'] },
    config,
    '/graphql',
  )
  const ask = async (from: string, payload: object) => {
    const answer = await server.inject({ method: 'POST', url: '/graphql', remoteAddress: from, payload })
    return { status: answer.statusCode, code: answer.json().error?.code }
  }
  return { ask, transaction }
}

it('counts a large operation as several of its client’s, before its SQL is written', async () => {
  const { ask, transaction } = await serve(3)
  const limited = { status: 429, code: 'rate-limited' }
  expect(await ask('203.0.113.1', LARGE)).toEqual(limited)
  expect(transaction).not.toHaveBeenCalled()
  expect(await ask('203.0.113.1', SMALL)).toEqual(limited)
  for (let asked = 1; asked <= 3; asked += 1) expect((await ask('203.0.113.2', SMALL)).status).toBe(200)
  expect(await ask('203.0.113.2', SMALL)).toEqual(limited)
  expect(transaction).toHaveBeenCalledTimes(3)
})

it('counts an operation that asks for the whole schema as many of its client’s', async () => {
  const { ask } = await serve(30)
  const schema = { query: '{ __schema { types { name } } }' }
  expect([await ask('203.0.113.1', schema), await ask('203.0.113.1', schema)].map(({ status }) => status)).toEqual([
    200, 429,
  ])
  const one = { query: '{ __type(name: "order_by") { name } }' }
  const statuses: number[] = []
  for (let asked = 1; asked <= 7; asked += 1) statuses.push((await ask('203.0.113.2', one)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
  const many = Array.from({ length: 7 }, (_, at) => `t${at}: __type(name: "order_by") { name }`)
  expect((await ask('203.0.113.3', { query: `{ ${many.join(' ')} }` })).status).toBe(429)
})

it('limits preflights of a client, and no others', async () => {
  const env = { OPAL_NETWORK: 'local', DATABASE_URL: 'postgres://nobody', CHAIN_GRAPHQL_PORT: '0', API_RATE_LIMIT: '1' }
  const context = {} as Pick<ApiContext, 'store'>
  const listener = await startChainGraphql(readConfig(env), context, pino({ level: 'silent' }))
  onTestFinished(() => listener[Symbol.asyncDispose]())
  const preflight = async (client: string) =>
    (await fetch(listener.url, { method: 'OPTIONS', headers: { 'x-forwarded-for': client } })).status
  const statuses: number[] = []
  for (let asked = 0; asked < 15; asked += 1) statuses.push(await preflight('203.0.113.1'))
  expect(statuses).toEqual([...Array(10).fill(204), ...Array(5).fill(429)])
  expect(await preflight('203.0.113.2')).toBe(204)
})

it.each(['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::5', '2001:db8:1:2::5', 'unknown'])(
  'a client that is %s has one allowance of requests for it and the main server',
  async (client) => {
    const variables = { API_RATE_LIMIT: '2', CHAIN_GRAPHQL_PORT: '0', TRUST_PROXY: 'loopback' }
    const config = readConfig({ OPAL_NETWORK: 'local', DATABASE_URL: 'postgres://nobody', ...variables })
    const log = pino({ level: 'silent' })
    const counts = createRequestCounts(null, '')
    const store = { db: { transaction: () => null } } as unknown as ApiContext['store']
    await using listener = await startChainGraphql(config, { store }, log, counts)
    const main = await createServer(config, log, counts)
    onTestFinished(() => main.close())
    main.get('/here', () => 'here')
    const headers = { 'x-forwarded-for': client }
    const here = async () => (await main.inject({ url: '/here', remoteAddress: '127.0.0.1', headers })).statusCode
    const chain = async () => (await fetch(listener.url, { method: 'POST', headers, body: '{}' })).status
    expect([await here(), (await chain()) === 429, await here(), await chain()]).toEqual([200, false, 429, 429])
  },
)
