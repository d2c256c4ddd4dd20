import fc from 'fast-check'
import { expect, it } from 'vitest'
import { floorLabel, withPercent } from './price-references.ts'

// @feature trade.every-price
it('describes the distance of a price above or below the floor', () => {
  expect(floorLabel(110n, 100n)).toBe('10% over floor')
  expect(floorLabel(95n, 100n)).toBe('5% under floor')
  expect(floorLabel(100n, 100n)).toBe('at floor')
  expect(floorLabel(10n ** 9n + 1n, 10n ** 9n)).toBe('just over floor')
  expect(floorLabel(1n, null)).toBeNull()
  fc.assert(
    fc.property(fc.bigInt(10n ** 6n, 10n ** 15n), fc.integer({ min: -99, max: 900 }), (floor, percent) => {
      const price = withPercent(floor, String(percent)) ?? 0n
      const side = percent > 0 ? 'over' : 'under'
      expect(floorLabel(price, floor)).toBe(percent === 0 ? 'at floor' : `${Math.abs(percent)}% ${side} floor`)
    }),
  )
})
