import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import { LocalCounts } from '@opal/domain/limits/local-counts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createRequestCounts } from './request-counts.ts'

test('a window counts until it ends, each key for itself', () => {
  const counts = new LocalCounts()
  expect(counts.count('a', 1_000, 0)).toEqual({ current: 1, ttl: 1_000 })
  expect(counts.count('a', 1_000, 999)).toEqual({ current: 2, ttl: 1 })
  expect(counts.count('b', 1_000, 999)).toEqual({ current: 1, ttl: 1_000 })
  expect(counts.count('a', 1_000, 1_000)).toEqual({ current: 1, ttl: 1_000 })
})

test('counts what is not one by its amount', () => {
  const counts = new LocalCounts()
  counts.count('a', 1_000, 0, 300)
  expect(counts.count('a', 1_000, 1, 200).current).toBe(500)
})

test('the oldest of many keys is deleted', () => {
  const counts = new LocalCounts()
  for (let key = 0; key <= 50_000; key += 1) counts.count(String(key), 1_000, 0)
  expect(counts.count('1', 1_000, 1).current).toBe(2)
  expect(counts.count('0', 1_000, 1).current).toBe(1)
})

test('no call after the first waits for a frozen Redis, which one call a second asks again', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let isFrozen = false
  let asked = 0
  const answer = async () => {
    asked += 1
    if (!isFrozen) return [1_000, 1]
    await new Promise((resolve) => setTimeout(resolve, 500))
    throw new Error('Command timed out')
  }
  const counts = createRequestCounts({ commands: { eval: answer } as never }, '')
  const store = new counts({} as never) as FastifyRateLimitStore
  const count = () =>
    new Promise<number>((resolve) => store.incr('client', (_, counted) => resolve(counted?.current ?? 0), 60_000, 100))
  expect(await count()).toBe(1_000)
  isFrozen = true
  const first = count()
  await vi.advanceTimersByTimeAsync(500)
  expect([await first, await count(), await count()]).toEqual([1, 2, 3])
  expect(asked).toBe(2)
  for (let second = 0; second < 5; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000)
    const probe = count()
    // Others do not wait for it.
    await count()
    await count()
    await vi.advanceTimersByTimeAsync(500)
    await probe
  }
  expect(asked).toBe(7)
  isFrozen = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect([await count(), await count()]).toEqual([1_000, 1_000])
})
