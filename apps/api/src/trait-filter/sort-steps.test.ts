import { runs } from '@opal/domain/testing/effort/config'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { atOnce } from '../event-loop.ts'
import { sortSteps } from './sort-steps.ts'

it('sorts any numbers as the library does, in whatever steps, and leaves what it is given', () => {
  const numbers = fc.array(fc.nat({ max: 60 }), { maxLength: 120 })
  // Equal ones stay in their order.
  const compares = fc.constantFrom(
    (left: number, right: number) => left - right,
    (left: number, right: number) => right - left,
    (left: number, right: number) => (left % 7) - (right % 7),
  )
  fc.assert(
    fc.property(numbers, compares, fc.integer({ min: 1, max: 130 }), (given, compare, step) => {
      const before = [...given]
      expect([...atOnce(sortSteps(given, compare, step))]).toEqual(given.toSorted(compare))
      expect(given).toEqual(before)
    }),
    { numRuns: runs(200) },
  )
})

it('compares a bounded number of times in a step, however many numbers it sorts', () => {
  for (const count of [20_000, 100_000]) {
    let compared = 0
    const steps = sortSteps(
      Array.from({ length: count }, (_, at) => (at * 7_919) % 104_729),
      (left, right) => {
        compared += 1
        return left - right
      },
    )
    let most = 0
    for (let isDone = false; !isDone; compared = 0) {
      isDone = steps.next().done === true
      most = Math.max(most, compared)
    }
    expect(most).toBeGreaterThan(5_000)
    expect(most).toBeLessThan(80_000)
  }
})
