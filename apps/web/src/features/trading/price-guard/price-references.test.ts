import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { breakEven, floorLabel, nearestTick, netOf, tickOf, withPercent } from './price-references.ts'

// @feature trade.every-price
it('describes the distance of a price above or below the floor', () => {
  expect(floorLabel(110n, 100n)).toBe('10% over floor')
  expect(floorLabel(95n, 100n)).toBe('5% under floor')
  expect(floorLabel(100n, 100n)).toBe('at floor')
  expect(floorLabel(10n ** 9n + 1n, 10n ** 9n)).toBe('just over floor')
  expect(floorLabel(1n, null)).toBeNull()
  fc.assert(
    fc.property(fc.bigInt(10n ** 6n, 10n ** 15n), fc.integer({ min: -99, max: 900 }), (floor, percent) => {
      const price = (floor * BigInt(100 + percent)) / 100n
      const side = percent > 0 ? 'over' : 'under'
      expect(floorLabel(price, floor)).toBe(percent === 0 ? 'at floor' : `${Math.abs(percent)}% ${side} floor`)
    }),
  )
})

// @feature list.round-prices
describe('a price some percent over or under another', () => {
  it.each([
    [8_294_000_000n, '5', 8_710_000_000n],
    [646_000_000n, '-5', 613_500_000n],
    [100_000_000n, '-5', 95_000_000n],
    [8_293_951_234n, '0', 8_293_951_234n],
  ])('%i by %s percent is %i', (octas, percent, expected) => {
    expect(withPercent(octas, percent)).toBe(expected)
  })

  it('is on a round tick, within half a tick of the exact price', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 16n), (octas) => {
        const rounded = nearestTick(octas)
        expect(rounded % tickOf(octas)).toBe(0n)
        const difference = rounded > octas ? rounded - octas : octas - rounded
        expect(difference * 2n <= tickOf(octas)).toBe(true)
      }),
    )
  })
})

// @feature list.break-even
it('breaks even where fee and royalty leave the cost, and at most a tick above it', () => {
  fc.assert(
    fc.property(fc.bigInt(1_000n, 10n ** 14n), fc.nat(1_000), fc.nat(2_000), (cost, commission, royalty) => {
      const price = breakEven(cost, commission, royalty) ?? 0n
      expect(netOf(price, commission, royalty) >= cost).toBe(true)
      // Parts are rounded down: two octas at most.
      expect(netOf(price - tickOf(price), commission, royalty) <= cost + 2n).toBe(true)
    }),
  )
  expect(breakEven(1n, 5_000, 5_000)).toBeNull()
})
