import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createHalfTime } from './event-loop.ts'

function occupy(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

it('work of any number of callers takes half of the time of the process at most, one after the other, also where some fails', async () => {
  const pieces = fc.array(fc.record({ ms: fc.integer({ min: 2, max: 8 }), fails: fc.boolean() }), {
    minLength: 2,
    maxLength: 15,
  })
  await fc.assert(
    fc.asyncProperty(pieces, async (pieces) => {
      const atHalfTime = createHalfTime()
      const startMs = performance.now()
      const order: number[] = []
      const done = await Promise.allSettled(
        pieces.map(({ ms, fails }, at) =>
          atHalfTime(() => {
            order.push(at)
            occupy(ms)
            if (fails) throw new Error('no')
            return at
          }),
        ),
      )
      const sum = pieces.reduce((sum, { ms }) => sum + ms, 0)
      const lastMs = pieces.at(-1)?.ms ?? 0
      // Nobody waits for the rest after the last one, and a timer may fire a millisecond early.
      expect(performance.now() - startMs).toBeGreaterThanOrEqual(2 * sum - lastMs - pieces.length)
      expect(order).toEqual([...pieces.keys()])
      expect(done.map(({ status }) => status)).toEqual(pieces.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')))
    }),
    { numRuns: 10 },
  )
})
