import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createParseTurns } from './parse-turns.ts'

/** Does nothing else for so long, as the parser does. */
function parsing(ms: number): () => number {
  return () => {
    const until = performance.now() + ms
    while (performance.now() < until);
    return ms
  }
}

it('take half of the time of the process at most, however many answers are parsed', async () => {
  const answers = fc.array(fc.integer({ min: 2, max: 8 }), { minLength: 2, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(answers, async (times) => {
      const inTurn = createParseTurns()
      const startMs = performance.now()
      expect(await Promise.all(times.map((ms) => inTurn(parsing(ms))))).toEqual(times)
      // A timer may fire a millisecond early.
      const least = times.reduce((sum, ms) => sum + 2 * ms - 1, 0)
      expect(performance.now() - startMs).toBeGreaterThanOrEqual(least)
    }),
    { numRuns: 10 },
  )
})

it('go on after an answer that cannot be parsed', async () => {
  const inTurn = createParseTurns()
  const failing = inTurn(() => {
    throw new SyntaxError('no')
  })
  const next = inTurn(() => 1)
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe(1)
})
