import { ApiError } from '@opal/contract/http/api-error'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SLOW_AFTER_MS } from '../../shared/hooks/use-lasting.ts'
import { followSlowQueries } from './follow-slow-queries.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Shows a query whose answer comes after some time. @returns leaves it. */
function show(client: QueryClient, name: string, answersAfterMs: number): () => void {
  const queryFn = () => new Promise<string>((resolve) => setTimeout(() => resolve(name), answersAfterMs))
  return new QueryObserver(client, { queryKey: [name], queryFn, retry: false }).subscribe(() => undefined)
}

// @feature outage.slow
it('reports once any number of queries that are shown and have no answer for eight seconds, and none that are answered or left before', async () => {
  const waits = fc.record({ answer: fc.integer({ min: 1, max: 20_000 }), leave: fc.integer({ min: 1, max: 20_000 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(waits, { maxLength: 6 }), async (queries) => {
      const client = new QueryClient()
      const onSlow = vi.fn(() => () => {})
      const stop = followSlowQueries(client.getQueryCache(), onSlow)
      queries.forEach(({ answer, leave }, place) => {
        setTimeout(show(client, String(place), answer), leave)
      })
      await vi.advanceTimersByTimeAsync(30_000)
      const isSlow = queries.some(({ answer, leave }) => Math.min(answer, leave) > SLOW_AFTER_MS)
      expect(onSlow).toHaveBeenCalledTimes(isSlow ? 1 : 0)
      stop()
      client.clear()
    }),
    { numRuns: 40 },
  )
})

// @feature outage.slow
it('reports again what is slow later, also what it finds waiting', async () => {
  const client = new QueryClient()
  const onSlow = vi.fn(() => () => {})
  show(client, 'first', 9_000)
  const stop = followSlowQueries(client.getQueryCache(), onSlow)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(onSlow).toHaveBeenCalledOnce()
  show(client, 'second', 9_000)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(onSlow).toHaveBeenCalledTimes(2)
  show(client, 'third', 9_000)
  stop()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(onSlow).toHaveBeenCalledTimes(2)
})

// @feature outage.slow
it('reports nothing next to what has got no answer, and takes its message away from there', async () => {
  const times = fc.integer({ min: 100, max: 20_000 })
  await fc.assert(
    fc.asyncProperty(
      times,
      fc.integer({ min: 8_100, max: 40_000 }),
      times,
      async (lostAfterMs, answersAfterMs, laterMs) => {
        // Two changes at one moment have no order.
        fc.pre(Math.abs(lostAfterMs - SLOW_AFTER_MS) > 50)
        const client = new QueryClient()
        let isShown = false
        const shownAtMs: number[] = []
        let nowMs = 0
        const stop = followSlowQueries(client.getQueryCache(), () => {
          isShown = true
          shownAtMs.push(nowMs)
          return () => {
            isShown = false
          }
        })
        const queryFn = () =>
          new Promise<never>((_resolve, reject) =>
            setTimeout(() => reject(new ApiError('unreachable', 'The server could not be reached.')), lostAfterMs),
          )
        new QueryObserver(client, { queryKey: ['lost'], queryFn, retry: false }).subscribe(() => undefined)
        show(client, 'first', answersAfterMs)
        setTimeout(() => show(client, 'second', answersAfterMs), laterMs)
        for (; nowMs <= 60_000; nowMs += 50) {
          await vi.advanceTimersByTimeAsync(50)
          if (nowMs > lostAfterMs + 50) expect(isShown).toBe(false)
        }
        expect(shownAtMs.every((ms) => ms <= lostAfterMs)).toBe(true)
        expect(shownAtMs.length > 0).toBe(lostAfterMs > SLOW_AFTER_MS)
        stop()
        client.clear()
      },
    ),
    { numRuns: 10, examples: [[15_000, 25_000, 9_000]] },
  )
})
