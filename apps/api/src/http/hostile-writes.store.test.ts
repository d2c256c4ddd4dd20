import { endpointUrl } from '@opal/contract/client'
import { CATALOGUE } from '@opal/contract/http/catalogue'
import type { Endpoint } from '@opal/contract/http/endpoint'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, refused } from '../testing/ask.ts'
import { signedInAs } from '../testing/signed-in-as.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const endpoints = CATALOGUE as unknown as readonly Endpoint[]

/** Sends the endpoint's own example. */
function example(endpoint: Endpoint, headers: Record<string, string>, more: object = {}) {
  const { params, query, body } = endpoint.example
  const url = endpointUrl('', endpoint, { ...(params && { params }), ...(query && { query }) })
  return ask(
    api,
    endpoint.method,
    url,
    Array.isArray(body) || body === undefined ? body : { ...(body as object), ...more },
    headers,
  )
}

describe('writes', () => {
  const writes = endpoints.filter(({ access }) => access === 'wallet')
  const named = writes.filter(({ example: { body } }) => body !== undefined)

  it.each(writes.map((endpoint) => [endpoint.id, endpoint] as const))('%s needs a session', async (_, endpoint) => {
    expect(await example(endpoint, {})).toMatchObject(refused(401, 'sign-in-required'))
    expect(await example(endpoint, { cookie: 'opal_session=guess' })).toMatchObject(refused(401, 'sign-in-required'))
  })

  it.each(named.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s changes nothing for another wallet than the session’s',
    async (_, endpoint) => {
      const cookie = await signedInAs(api, EXAMPLE.signer)
      const { status } = await example(endpoint, { cookie }, { walletAddress: EXAMPLE.buyer })
      // Calls that take no wallet refuse the field.
      expect([400, 403]).toContain(status)
    },
  )

  it.each(endpoints.filter(({ method }) => method !== 'GET').map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s does nothing for a foreign page',
    async (_, endpoint) => {
      const headers = { cookie: await signedInAs(api, EXAMPLE.signer), origin: 'https://evil.example' }
      expect(await example(endpoint, headers)).toMatchObject(refused(403, 'foreign-origin'))
    },
  )

  it.each(endpoints.filter(({ access }) => access === 'operator').map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s is the operator’s alone',
    async (_, endpoint) => {
      const cookie = await signedInAs(api, EXAMPLE.signer)
      expect(await example(endpoint, { cookie })).toMatchObject(refused(403, 'operator-only'))
    },
  )
})

describe('too many requests', () => {
  const star = { method: 'POST', url: '/aggregator/user/collections/favourite' } as const
  const payload = { collectionId: EXAMPLE.collectionId }

  it('of one session are refused, wherever they come from and whichever calls they are', async () => {
    const cookie = await signedInAs(api, EXAMPLE.signer)
    const write = (remoteAddress: string) => api.server.inject({ ...star, payload, headers: { cookie }, remoteAddress })
    for (let each = 0; each < 100; each++) expect((await write(`203.0.113.${each}`)).statusCode).toBe(200)
    const over = await write('203.0.113.200')
    expect({ status: over.statusCode, json: over.json() }).toMatchObject(refused(429, 'rate-limited'))
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(0)
    const flag = {
      method: 'POST',
      url: '/aggregator/collection/flag-request',
      payload: { ...payload, reason: 'x' },
    } as const
    expect((await api.server.inject({ ...flag, headers: { cookie } })).statusCode).toBe(429)
    expect(
      (await api.server.inject({ ...star, payload, headers: { cookie: await signedInAs(api, EXAMPLE.signer) } }))
        .statusCode,
    ).toBe(200)
  })

  it('of one address are refused, whatever sessions it makes up', async () => {
    await using limited = await createTestApi({}, { API_RATE_LIMIT: '3' })
    const statuses: number[] = []
    for (let each = 0; each < 5; each++) {
      const headers = { cookie: `opal_session=made-up-${each}` }
      const answer = await limited.server.inject({ ...star, payload, headers, remoteAddress: '203.0.113.9' })
      statuses.push(answer.statusCode)
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429])
  })
})
