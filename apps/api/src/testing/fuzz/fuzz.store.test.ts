import { gunzipSync } from 'node:zlib'
import { CATALOGUE } from '@opal/contract/http/catalogue'
import type { Endpoint } from '@opal/contract/http/endpoint'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { repeatCommand, testSeed } from '@opal/domain/testing/effort/config'
import { buildClientSchema, getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chainSchema } from '../../graphql/chain/chain-schema.ts'
import { openLive } from '../../realtime/live-server.ts'
import { fuzzRequests } from '../config.ts'
import { signedInAs } from '../signed-in-as.ts'
import { createTestApi, TEST_OPERATOR_TOKEN, type TestApi } from '../test-api.ts'
import type { FuzzRequest } from './fuzz-request.ts'
import { type GraphqlTarget, graphqlRequest } from './graphql-requests.ts'
import { httpRequest, type Operation, readOperations } from './http-requests.ts'
import { type FuzzAnswer, faultOf, SLOWEST_MS } from './judge-answer.ts'
import { Random } from './random.ts'
import { emitHostile } from './socket-messages.ts'

const MESSAGES = Math.ceil(fuzzRequests / 10)
const CONCURRENCY = 12
const timeout = 60_000 + fuzzRequests * 30

let api: TestApi
let operations: readonly Operation[]
let targets: readonly GraphqlTarget[]

beforeAll(async () => {
  // Nothing answers at port 9: images are asked for, and never come.
  api = await createTestApi({}, { API_RATE_LIMIT: '1000000000', IPFS_GATEWAYS: 'http://127.0.0.1:9/ipfs' })
  const described = await api.server.inject('/docs/json')
  operations = readOperations(described.json(), CATALOGUE as unknown as readonly Endpoint[])
  const payload = { query: getIntrospectionQuery() }
  const introspected = await api.server.inject({ method: 'POST', url: '/marketplace/graphql', payload })
  targets = [
    { url: '/chain/graphql', dialect: 'chain-graphql', schema: chainSchema },
    { url: '/marketplace/graphql', dialect: 'market-graphql', schema: buildClientSchema(introspected.json().data) },
  ]
})
afterAll(() => api[Symbol.asyncDispose]())

describe('the API stays sane, quick, and silent about itself', () => {
  it('whatever it is asked over HTTP and GraphQL', { timeout }, async () => {
    const random = new Random(testSeed)
    const faults = new Map<string, FuzzRequest>()
    const statuses: number[] = []
    for (let sent = 0; sent < fuzzRequests; sent += CONCURRENCY) {
      const requests = Array.from({ length: CONCURRENCY }, () => nextRequest(random))
      const rights = await callerRights(random)
      for (const { request, answer } of await Promise.all(requests.map((request) => ask(request, rights)))) {
        statuses.push(answer.status)
        const fault = faultOf(request, answer)
        if (fault !== null) faults.set(`${request.call}: its answer ${fault}`, request)
      }
    }
    expect([...faults], repeatCommand).toEqual([])
    const successes = statuses.filter((status) => status < 300).length
    expect(successes / statuses.length, 'share of requests that got behind the validation').toBeGreaterThan(0.3)
  })

  it('whatever is sent over a socket', { timeout }, async () => {
    await using _live = openLive(api.server.server, {
      context: { ...api.context, log: api.server.log },
      config: api.config,
    })
    await api.server.listen({ host: '127.0.0.1', port: 0 })
    const { port } = api.server.server.address() as { port: number }
    await emitHostile(`http://127.0.0.1:${port}`, new Random(testSeed), MESSAGES)
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  })
})

function nextRequest(random: Random): FuzzRequest {
  return random.chance(0.3) ? graphqlRequest(random, random.pick(targets)) : httpRequest(random, operations)
}

/** Half of them are anonymous; the others come from a wallet with a session, which is the operator too. */
async function callerRights(random: Random): Promise<Record<string, string>> {
  if (random.chance(0.5)) return {}
  return { cookie: await signedInAs(api, EXAMPLE.signer), authorization: `Bearer ${TEST_OPERATOR_TOKEN}` }
}

/** Asks once more where the answer took too long: on a busy machine that may be once, and not again. */
async function ask(
  request: FuzzRequest,
  rights: Record<string, string>,
): Promise<{ readonly request: FuzzRequest; readonly answer: FuzzAnswer }> {
  const first = await askOnce(request, rights)
  return { request, answer: first.milliseconds > SLOWEST_MS ? await askOnce(request, rights) : first }
}

async function askOnce(request: FuzzRequest, rights: Record<string, string>): Promise<FuzzAnswer> {
  const { method, url, payload } = request
  const headers = { ...rights, ...request.headers }
  const began = performance.now()
  const answer = await api.server.inject({ method, url, headers, ...(payload !== undefined && { payload }) })
  const milliseconds = performance.now() - began
  const isPacked = answer.headers['content-encoding'] === 'gzip'
  const text = isPacked ? gunzipSync(answer.rawPayload).toString() : answer.body
  return { status: answer.statusCode, text, milliseconds }
}
