import { endpointUrl } from '@opal/contract/client'
import { CATALOGUE } from '@opal/contract/http/catalogue'
import { BASE_PATHS, type Endpoint } from '@opal/contract/http/endpoint'
import { errorBody } from '@opal/contract/http/error-body'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { testSeed } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fuzzRequests } from '../config.ts'
import { signedInAs } from '../signed-in-as.ts'
import { createTestApi, TEST_OPERATOR_TOKEN, type TestApi } from '../test-api.ts'
import { type Mistyped, mistypedRequest } from './mistyped.ts'

const endpoints = CATALOGUE as unknown as readonly Endpoint[]
const timeout = 60_000 + fuzzRequests * 20

let api: TestApi
let rights: Record<string, string>
beforeAll(async () => {
  api = await createTestApi()
  rights = { cookie: await signedInAs(api, EXAMPLE.signer), authorization: `Bearer ${TEST_OPERATOR_TOKEN}` }
})
afterAll(() => api[Symbol.asyncDispose]())

/** An answer that takes longer is worked on before its input is read. */
const SLOWEST_MS = 5_000

async function answerOf({ endpoint, parts: { params, query, body } }: Mistyped) {
  const url = endpointUrl('http://api', endpoint, { params, query } as never)
  const headers = body === undefined ? rights : { ...rights, 'content-type': 'application/json' }
  const payload = body === undefined ? {} : { payload: JSON.stringify(body) }
  const began = performance.now()
  const answer = await api.server.inject({
    method: endpoint.method,
    url: url.replace('http://api', ''),
    headers,
    ...payload,
  })
  return { status: answer.statusCode, text: answer.body, milliseconds: performance.now() - began }
}

describe('a value of another type than is described', () => {
  it('is a fault of the caller at every call, never a failure of ours, and never taken for another value', {
    timeout,
  }, async () => {
    const faults = new Map<string, string>()
    for (const request of fc.sample(mistypedRequest(endpoints), { seed: testSeed, numRuns: fuzzRequests })) {
      const { endpoint, part, path, value } = request
      const first = await answerOf(request)
      // On a busy machine an answer may be late once, and not again.
      const { status, text, milliseconds } = first.milliseconds < SLOWEST_MS ? first : await answerOf(request)
      const isRefused = status >= 400 && status < 500 && errorBody.safeParse(JSON.parse(text)).success
      if (isRefused && milliseconds < SLOWEST_MS) continue
      const answer = `${JSON.stringify(value)} is answered ${status} after ${milliseconds.toFixed()} ms: ${text.slice(0, 200)}`
      faults.set(`${endpoint.id} ${part}.${path.join('.')}`, answer)
    }
    expect([...faults], `seed ${testSeed}`).toEqual([])
  })

  it('is tried at all calls that take a number, a choice or a body', () => {
    const described = endpoints.filter(({ bases }) => bases.every((base) => base in BASE_PATHS)).map(({ id }) => id)
    const tried = new Set(
      fc.sample(mistypedRequest(endpoints), { numRuns: 5_000, seed: testSeed }).map(({ endpoint }) => endpoint.id),
    )
    const left = described.filter((id) => !tried.has(id))
    // Calls without a body whose query and path are texts alone.
    for (const id of left)
      expect(endpoints.find((endpoint) => endpoint.id === id)?.method, id).not.toMatch(/POST|PATCH/)
    expect(tried.size).toBeGreaterThan(60)
  })

  it('is none where a member of the query has no value: it was left out, at every call', async () => {
    const asked = endpoints.filter(({ method }) => method === 'GET')
    expect(asked.length).toBeGreaterThan(60)
    for (const endpoint of asked) {
      const { params, query = {} } = endpoint.example
      const url = endpointUrl('http://api', endpoint, { params, query } as never).replace('http://api', '')
      const names = Object.keys((endpoint.query as { readonly shape?: object }).shape ?? {})
      const empty = names.filter((name) => !(name in query)).map((name) => `${name}=`)
      const [plain, whole] = await Promise.all(
        [url, `${url}${url.includes('?') ? '&' : '?'}${empty.join('&')}`].map((one) =>
          api.server.inject({ method: 'GET', url: one, headers: rights }),
        ),
      )
      expect({ id: endpoint.id, status: whole?.statusCode }).toEqual({ id: endpoint.id, status: plain?.statusCode })
    }
  })
})
