import { clientAt } from '@opal/domain/limits/client'
import { processorMs } from '@opal/domain/testing/processor-time'
import type { Reader } from '@opal/store/queries/read-rows'
import { expect, it } from 'vitest'
import { ColumnCache, TRAIT_BOUNDS } from './column-cache.ts'

/** A store without rows. */
const EMPTY = {
  db: {
    getExecutor: () => ({
      transformQuery: (node: unknown) => node,
      compileQuery: () => ({}),
      executeQuery: async () => ({ rows: [] }),
    }),
  },
} as unknown as Reader
const CLIENT = clientAt('203.0.113.1')
/** Charges nobody. */
const FREE = () => undefined

it('takes no longer for a collection, however many others it has', async () => {
  const cache = new ColumnCache(EMPTY, TRAIT_BOUNDS, () => 0)
  let next = 0
  const take = async (count: number) => {
    for (const end = next + count; next < end; next += 1) await cache.get(String(next), CLIENT, FREE)
  }
  /** Least milliseconds that five times a thousand more collections take: garbage is collected in some of them. */
  const leastMs = async () => {
    const times: number[] = []
    while (times.length < 5) times.push(await processorMs(() => take(1_000)))
    return Math.min(...times)
  }
  await take(1_000)
  const few = await leastMs()
  await take(16_000)
  expect(await leastMs()).toBeLessThan(3 * few)
  // Those without a token take memory, too.
  expect(cache.memory().bytes).toBeGreaterThan(1_000 * next)
})

it('keeps as many as the bytes allow, whether or not they have tokens', async () => {
  const cache = new ColumnCache(EMPTY, { ...TRAIT_BOUNDS, cachedBytes: 20_000 }, () => 0)
  for (let at = 0; at < 50; at += 1) await cache.get(String(at), CLIENT, FREE)
  expect(cache.memory().bytes).toBeLessThanOrEqual(20_000)
  expect(cache.memory().bytes).toBeGreaterThan(10_000)
  const kept = Array.from({ length: 50 }, (_, at) => cache.peek(String(at), CLIENT, FREE) !== undefined)
  expect(kept.slice(0, 30)).not.toContain(true)
  expect(kept.slice(-5)).not.toContain(false)
  for (let at = 0; at < 50; at += 1) cache.delete(String(at))
  expect(cache.memory().bytes).toBe(0)
})
