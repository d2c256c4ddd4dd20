import { createApiClient } from '@opal/contract/client'
import { listFeaturedCollections } from '@opal/contract/collections'
import { QueryObserver } from '@tanstack/react-query'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient, STALE } from './query-client.ts'

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

// @feature shell.shown-again
it('fetches what was left again as soon as it is shown again, unless it does not follow the market or was shown all the time', async () => {
  const staleTimes = fc.constantFrom(0, STALE.lists, STALE.metrics, Number.POSITIVE_INFINITY)
  const answerMs = fc.constantFrom(0, 30, 4_000)
  await fc.assert(
    fc.asyncProperty(
      staleTimes,
      answerMs,
      fc.nat(5_000),
      fc.nat(5_000),
      fc.boolean(),
      async (staleTime, ms, shownMs, awayMs, isKept) => {
        const client = createQueryClient()
        let version = 0
        // As the calls of the API do, it ends with its signal.
        const queryFn = vi.fn(async ({ signal }: { signal: AbortSignal }) => {
          const answer = version
          await new Promise<void>((resolve, reject) => {
            setTimeout(resolve, ms)
            signal.addEventListener('abort', () => reject(signal.reason))
          })
          return answer
        })
        const options = { queryKey: ['list'], queryFn, staleTime }
        const show = () => new QueryObserver(client, options).subscribe(() => {})
        const leave = show()
        await vi.advanceTimersByTimeAsync(ms + 1)
        // Something else has it fetched again, which may not have ended when it is left.
        if (shownMs % 2 === 1) void client.invalidateQueries()
        await vi.advanceTimersByTimeAsync(shownMs)
        const keep = isKept ? show() : null
        leave()
        version = 1
        await vi.advanceTimersByTimeAsync(awayMs)
        // A change that was still under way when it was left.
        if (!isKept && awayMs % 2 === 1) client.setQueryData(['list'], 0)
        const before = queryFn.mock.calls.length
        const end = show()
        await vi.advanceTimersByTimeAsync(10_000)
        const isFollowed = staleTime <= STALE.lists
        if (isFollowed && !isKept && awayMs > 0) expect(client.getQueryData(['list'])).toBe(1)
        if (isKept && staleTime > 0) expect(queryFn.mock.calls.length).toBe(before)
        end()
        keep?.()
      },
    ),
  )
})

// @feature shell.shown-again
it('fetches nothing again that another part of the page shows in the same moment', async () => {
  const client = createQueryClient()
  const queryFn = vi.fn(async () => 1)
  const show = () => new QueryObserver(client, { queryKey: ['list'], queryFn }).subscribe(() => {})
  const leave = show()
  await vi.advanceTimersByTimeAsync(1_000)
  leave()
  const end = show()
  await vi.advanceTimersByTimeAsync(1_000)
  end()
  expect(queryFn).toHaveBeenCalledTimes(1)
})
