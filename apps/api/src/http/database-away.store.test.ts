import { endpointUrl } from '@opal/contract/client'
import { CATALOGUE } from '@opal/contract/http/catalogue'
import type { Endpoint } from '@opal/contract/http/endpoint'
import { type Line, openLine } from '@opal/store/testing/servers/line'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

const stack = new AsyncDisposableStack()
let api: TestApi
let line: Line

beforeAll(async () => {
  api = await createTestApi({}, {}, async (databaseUrl) => {
    line = await openLine(databaseUrl)
    return line.url
  })
  stack.use(line)
  stack.use(api)
})
afterAll(() => stack.disposeAsync())

/** Calls that the store alone answers, immediately and as JSON. */
const endpoints = (CATALOGUE as unknown as readonly Endpoint[]).filter(
  ({ access, produces, budget, method, tag }) =>
    access === undefined && produces === undefined && budget === undefined && method === 'GET' && tag !== 'Operations',
)

async function ask(endpoint: Endpoint) {
  const url = endpointUrl('http://api', endpoint, endpoint.example as never).replace('http://api', '')
  const answer = await api.server.inject(url).catch((cause: unknown) => {
    throw new Error(`${endpoint.id} is not answered whole`, { cause })
  })
  const { error } = answer.headers['content-type']?.toString().startsWith('application/json') ? answer.json() : {}
  return { status: answer.statusCode, code: error?.code, retryable: error?.retryable }
}

it('while the database is away, calls are retryable and say why, and answer again when it is back', async () => {
  const before = await Promise.all(endpoints.map(ask))
  await line.cut()
  const away = { status: 503, code: 'database-unavailable', retryable: true }
  // At first open connections are found broken, then no new one can be made.
  for (const round of ['broken', 'refused']) {
    const answers = await Promise.all(endpoints.map(ask))
    const others = answers.flatMap((answer, at) =>
      answer.status === 503 ? [] : [{ id: endpoints[at]?.id, ...answer }],
    )
    // Responses cached in memory need no store.
    expect(
      others.filter(({ status }) => status !== 200),
      round,
    ).toEqual([])
    expect(answers.filter(({ status }) => status === 503).length, round).toBeGreaterThan(30)
    expect(
      [...new Set(answers.filter(({ status }) => status === 503).map((one) => JSON.stringify(one)))],
      round,
    ).toEqual([JSON.stringify(away)])
  }
  await line.mend()
  expect(await Promise.all(endpoints.map(ask))).toEqual(before)
})
