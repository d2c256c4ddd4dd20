import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findFailures } from './without-failing.ts'

const REASON = { code: 'simulation-failed', sentence: 'It would fail.' }

/** Finds the failing among so many items, counting the parts that are tried. */
async function find(count: number, failing: ReadonlySet<number>) {
  let tried = 0
  const items = Array.from({ length: count }, (_, at) => at)
  const found = await findFailures(items, async (part) => {
    tried += 1
    return part.some((item) => failing.has(item)) ? REASON : null
  })
  return { found: [...found.keys()].sort((one, other) => one - other), tried }
}

it('finds exactly the items that fail, and tries few parts for it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 30 }), fc.infiniteStream(fc.boolean()), async (count, draws) => {
      const failing = new Set(Array.from({ length: count }, (_, at) => at).filter(() => draws.next().value === true))
      const { found, tried } = await find(count, failing)
      expect(found).toEqual([...failing])
      expect(tried).toBeLessThanOrEqual(count + 6)
    }),
    { seed: 20_261_122 },
  )
})

it('finds one of thirty by ten simulations, wherever it is', async () => {
  for (let at = 0; at < 30; at += 1) {
    const { found, tried } = await find(30, new Set([at]))
    expect(found).toEqual([at])
    expect(tried).toBeLessThanOrEqual(10)
  }
})

it('finds nothing where only the whole fails', async () => {
  expect(await find(30, new Set())).toEqual({ found: [], tried: 2 })
})
