import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseSweep } from './sweep-choice.ts'

function curveOf(prices: readonly bigint[]) {
  let total = 0n
  return prices.map((price, at) => {
    total += price
    return { count: at + 1, costOctas: String(total) }
  })
}

// @feature buy.sweep
describe('chooseSweep', () => {
  const curve = curveOf([10n, 12n, 20n])

  it('returns the requested count with total, average and next price', () => {
    expect(chooseSweep(curve, { count: 2, budget: null })).toEqual({
      count: 2,
      most: 3,
      totalOctas: 22n,
      averageOctas: 11n,
      nextOctas: 20n,
    })
  })

  it('is limited by the available listings and by the budget', () => {
    expect(chooseSweep(curve, { count: 30, budget: null }).count).toBe(3)
    expect(chooseSweep(curve, { count: 30, budget: 41n })).toMatchObject({ count: 2, totalOctas: 22n })
    expect(chooseSweep(curve, { count: 30, budget: 9n })).toMatchObject({ count: 0, totalOctas: 0n, nextOctas: 10n })
    expect(chooseSweep([], { count: 3, budget: null })).toMatchObject({ count: 0, most: 0, nextOctas: null })
  })

  it('spends as much of the budget as possible, never more', () => {
    const prices = fc.array(fc.bigInt(1n, 1000n), { maxLength: 30 }).map((all) => all.toSorted((a, b) => Number(a - b)))
    fc.assert(
      fc.property(prices, fc.nat(40), fc.bigInt(0n, 9000n), (sorted, count, budget) => {
        const choice = chooseSweep(curveOf(sorted), { count, budget })
        expect(choice.totalOctas <= budget).toBe(true)
        expect(choice.totalOctas).toBe(sorted.slice(0, choice.count).reduce((sum, price) => sum + price, 0n))
        if (choice.count < count && choice.nextOctas !== null) {
          expect(choice.totalOctas + choice.nextOctas > budget).toBe(true)
        }
      }),
    )
  })
})
