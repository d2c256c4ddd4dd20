import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRandom } from '../random.ts'
import { aptOf, typedPrice } from './prices.ts'

test('rounds a price to three decimals, close to the given one', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.3, max: 800, noNaN: true }), fc.string(), (apt, seed) => {
      const octas = typedPrice(apt, createRandom(seed))
      expect(octas % 100_000n).toBe(0n)
      expect(octas).toBeGreaterThan(0n)
      expect(Math.abs(aptOf(octas) - apt)).toBeLessThan(0.06 + apt * 0.03)
    }),
  )
})
