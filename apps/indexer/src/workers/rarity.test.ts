import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createRankingRests } from './rarity.ts'

it('ranks every other collection in bounded time, however often those that take long are queued again', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 5_000, max: 180_000 }),
      fc.integer({ min: 1, max: 200 }),
      (dear, tookMs, others) => {
        let nowMs = 0
        const rests = createRankingRests(() => nowMs)
        // Collections as they wait; the dear ones come back immediately, in front of all.
        let queue = [
          ...Array.from({ length: dear }, (_, at) => `dear ${at}`),
          ...Array.from({ length: others }, (_, at) => `other ${at}`),
        ]
        while (queue.some((id) => id.startsWith('other'))) {
          const resting = new Set(rests.resting())
          const id = queue.find((each) => !resting.has(each)) ?? ''
          const took = id.startsWith('dear') ? tookMs : 100
          nowMs += took
          rests.ranked(id, took)
          queue = id.startsWith('dear') ? queue : queue.filter((each) => each !== id)
        }
        const own = others * 100
        expect(nowMs).toBeLessThanOrEqual(own + dear * tookMs * (1 + Math.ceil(own / (20 * tookMs))))
      },
    ),
    { numRuns: runs(100), seed: 20_261_123 },
  )
})

it('does not hold back collections that are ranked quickly', () => {
  const rests = createRankingRests(() => 0)
  rests.ranked('quick', 4_999)
  expect(rests.resting()).toEqual([])
  rests.ranked('long', 5_000)
  expect(rests.resting()).toEqual(['long'])
})
