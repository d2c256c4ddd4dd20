import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyRate, bps, toBps } from './rates.ts'

describe('rates', () => {
  it('round down and treat a denominator of zero as no rate', () => {
    expect(applyRate(999n, bps(10))).toBe(0n)
    expect(applyRate(1_000n, bps(10))).toBe(1n)
    expect(applyRate(1_000n, { numerator: 5n, denominator: 0n })).toBe(0n)
  })

  it('keep basis points', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), (points) => {
        expect(toBps(bps(points))).toBe(points)
      }),
    )
  })
})
