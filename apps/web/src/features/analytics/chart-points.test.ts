import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { depthSteps, holderBuckets, usualPrices } from './chart-points.ts'

describe('depthSteps', () => {
  it('accumulates sizes at a price or better, one step per price', () => {
    const orders = [
      { price: 5n, size: 1 },
      { price: 5n, size: 2 },
      { price: 8n, size: 1 },
    ]
    expect(depthSteps(orders)).toEqual([
      { price: 5n, depth: 3 },
      { price: 8n, depth: 4 },
    ])
  })
})

describe('usualPrices', () => {
  it('excludes a sale at a thousand times the price, and one for almost nothing', () => {
    const usual = usualPrices([10n, 11n, 12n, 11n, 10n, 12n, 13n, 11n, 12n, 12_000n, 1n])
    expect(usual).not.toBeNull()
    expect(usual?.low).toBeGreaterThan(1n)
    expect(usual?.high).toBeLessThan(12_000n)
    expect(usual?.high).toBeGreaterThanOrEqual(13n)
  })

  it('returns null for few sales, and never excludes the median', () => {
    expect(usualPrices([1n, 1000n])).toBeNull()
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 10n ** 18n }), { minLength: 8 }), (prices) => {
        const sorted = prices.toSorted((a, b) => (a < b ? -1 : 1))
        const middle = sorted[Math.floor(sorted.length / 2)] ?? 0n
        const usual = usualPrices(prices)
        expect(usual !== null && usual.low <= middle && middle <= usual.high).toBe(true)
      }),
    )
  })
})

describe('holderBuckets', () => {
  it('counts every wallet and token once', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 500 })), (held) => {
        const buckets = holderBuckets(held)
        expect(buckets.reduce((sum, { wallets }) => sum + wallets, 0)).toBe(held.length)
        expect(buckets.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(held.reduce((sum, one) => sum + one, 0))
      }),
    )
  })
})
