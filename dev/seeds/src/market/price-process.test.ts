import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRandom } from '../random.ts'
import { createPriceProcess, HIGHEST_FLOOR, LOWEST_FLOOR } from './price-process.ts'

const character = fc.record({
  ageDays: fc.integer({ min: 1, max: 90 }),
  openingFloor: fc.double({ min: 0.3, max: 190, noNaN: true }),
  trend: fc.double({ min: -0.05, max: 0.05, noNaN: true }),
  volatility: fc.double({ min: 0, max: 0.2, noNaN: true }),
  interest: fc.constant(1),
})

test('floors stay within bounds on every day, and hype never falls below usual', () => {
  fc.assert(
    fc.property(character, fc.string(), fc.double({ min: -5, max: 120, noNaN: true }), (given, seed, day) => {
      const process = createPriceProcess(given, createRandom(seed))
      const floor = process.floorAt(day)
      expect(floor).toBeGreaterThanOrEqual(LOWEST_FLOOR)
      expect(floor).toBeLessThanOrEqual(HIGHEST_FLOOR)
      expect(process.hypeAt(day)).toBeGreaterThanOrEqual(1)
    }),
  )
})

test('keeps a stable collection near its opening floor', () => {
  const steady = { ageDays: 30, openingFloor: 10, trend: 0, volatility: 0, interest: 1 }
  const process = createPriceProcess(steady, createRandom('steady'))
  expect(process.floorAt(0)).toBeCloseTo(10, 5)
  expect(process.floorAt(30)).toBeLessThan(10 * Math.E ** 1.5)
})
