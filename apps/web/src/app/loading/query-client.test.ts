import { createApiClient } from '@opal/contract/client'
import { listFeaturedCollections } from '@opal/contract/collections'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // The time limit of a call is a timer of the platform.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('The time is over.', 'TimeoutError')), ms)
    return controller.signal
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Reads through a server. @returns how often it was asked, and after how long the query failed, in seconds. */
async function failureOf(send: typeof fetch) {
  const asked = vi.fn(send)
  const api = createApiClient({ api: 'http://api.test', fetch: asked })
  const begunAt = Date.now()
  let failedAt = Number.NaN
  const queryFn = () => api(listFeaturedCollections, {})
  // A single fetch is not repeated, unlike what is shown.
  const stop = new QueryObserver(createQueryClient(), { queryKey: ['featured'], queryFn }).subscribe(({ status }) => {
    if (status === 'error') failedAt = Date.now()
  })
  await vi.advanceTimersByTimeAsync(120_000)
  stop()
  return { asked: asked.mock.calls.length, seconds: Math.round((failedAt - begunAt) / 1_000) }
}

const headersOnly = async (_: unknown, init?: RequestInit) =>
  new Response(
    new ReadableStream({
      start: (body) => init?.signal?.addEventListener('abort', () => body.error(init.signal?.reason)),
    }),
  )
const silent = (_: unknown, init?: RequestInit) =>
  new Promise<Response>((_resolve, reject) =>
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
  )

// @feature outage.slow
it.each([
  ['never answers', silent],
  ['never ends its answer', headersOnly],
])('a read from a server that %s fails after fifteen seconds', async (_, send) => {
  expect(await failureOf(send)).toEqual({ asked: 1, seconds: 15 })
})

// @feature outage.slow
it('a read that is refused is repeated twice', async () => {
  const refused = async () => Promise.reject(new TypeError('Failed to fetch'))
  expect((await failureOf(refused)).asked).toBe(3)
})
