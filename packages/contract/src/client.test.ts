import { describe, expect, it, vi } from 'vitest'
import { listActivities } from './activities.ts'
import { createApiClient, endpointUrl } from './client.ts'
import { getCollection, listFeaturedCollections } from './collections.ts'
import { ApiError } from './http/api-error.ts'
import { getStats } from './network.ts'
import { getToken } from './tokens.ts'

const api = 'http://127.0.0.1:3001'
const id = `0x${'ab'.repeat(32)}`

function clientAnswering(status: number, body: unknown) {
  const asked: string[] = []
  const call = createApiClient({
    api,
    fetch: async (url) => {
      asked.push(String(url))
      return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
    },
  })
  return { call, asked }
}

describe('addresses of calls', () => {
  it('encodes parameters and repeats lists', () => {
    const url = endpointUrl(api, listActivities, { query: { collectionId: ['0x1', '0x2'], page: 1, type: undefined } })
    expect(url).toBe(`${api}/api/activities?collectionId=0x1&collectionId=0x2&page=1`)
    expect(endpointUrl(api, getCollection, { params: { id: 'a/b ?' } })).toBe(`${api}/api/collection/a%2Fb%20%3F`)
  })
})

describe('the client', () => {
  it('returns a valid answer', async () => {
    const { call, asked } = clientAnswering(200, { data: [] })
    expect(await call(listFeaturedCollections, {})).toEqual({ data: [] })
    expect(asked).toEqual([`${api}/aggregator/collection/featured`])
  })

  it('throws the typed error of the body', async () => {
    const error = { code: 'token-not-found', message: 'No such token.', retryable: false, details: {} }
    const failed = clientAnswering(404, { error }).call(getToken, { params: { id } })
    await expect(failed).rejects.toMatchObject({ code: 'token-not-found', status: 404, retryable: false })
    await expect(failed).rejects.toBeInstanceOf(ApiError)
  })

  it('logs a failure and answers the failure value where the contract names one', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(await clientAnswering(500, 'oops').call(getStats, {})).toEqual({ value: 0, ageSeconds: null })
    expect(await clientAnswering(404, {}).call(getCollection, { params: { id } })).toBeNull()
    expect(log.mock.calls.map(([line]) => line)).toEqual([
      expect.stringContaining('get-stats'),
      expect.stringContaining('get-collection'),
    ])
    log.mockRestore()
  })

  it.each([
    ['of another shape', { data: [{ collectionId: 'zebra' }] }],
    ['that is a page', '<!doctype html><title>Sign in to the Wi-Fi</title>'],
  ])('rejects an answer %s in words for people, and names the call in the cause', async (_what, body) => {
    const error = await clientAnswering(200, body)
      .call(listFeaturedCollections, {})
      .catch((thrown) => thrown)
    expect(error).toMatchObject({
      code: 'unexpected-answer',
      message: 'The server gave an unreadable answer.',
      cause: { message: expect.stringContaining(listFeaturedCollections.id), cause: expect.anything() },
    })
  })

  it.each([
    [429, 'Too many requests. Try again in a minute.'],
    [500, 'The server had a problem.'],
    [502, 'The server had a problem.'],
    [503, 'The server had a problem.'],
    [504, 'The server had a problem.'],
    [403, 'The server gave an unreadable answer.'],
  ])('says what status %i means where a load balancer answers in place of the API', async (status, message) => {
    const failed = clientAnswering(status, '<!doctype html>').call(listFeaturedCollections, {})
    await expect(failed).rejects.toMatchObject({ code: 'unexpected-answer', message, status, retryable: status >= 500 })
  })

  it('tells a server that took too long from one that was not reached', async () => {
    const fetch: typeof globalThis.fetch = (_, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
    const call = createApiClient({ api, fetch, timeoutMs: 1 })
    await expect(call(listFeaturedCollections, {})).rejects.toMatchObject({
      code: 'unreachable',
      message: 'The server took too long to respond.',
    })
  })

  it.each([200, 404, 502])(
    'reports an answer with status %i that ends midway as an unreachable server',
    async (status) => {
      const body = () =>
        new ReadableStream<Uint8Array>({
          start: (stream) => stream.enqueue(new TextEncoder().encode('{"data":')),
          pull: (stream) => stream.error(new TypeError('terminated')),
        })
      const call = createApiClient({ api, fetch: async () => new Response(body(), { status }) })
      await expect(call(listFeaturedCollections, {})).rejects.toMatchObject({ code: 'unreachable', retryable: true })
    },
  )

  it('reports an unreachable server as retryable', async () => {
    const call = createApiClient({ api, fetch: () => Promise.reject(new TypeError('fetch failed')) })
    await expect(call(listFeaturedCollections, {})).rejects.toMatchObject({
      code: 'unreachable',
      message: 'Couldn’t reach the server.',
      retryable: true,
    })
  })

  it("rethrows the caller's own abort even where a failure value exists", async () => {
    const controller = new AbortController()
    const call = createApiClient({
      api,
      fetch: (_, init) =>
        new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    })
    const pending = call(getStats, {}, { signal: controller.signal })
    controller.abort()
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
  })
})
