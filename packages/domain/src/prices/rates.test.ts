import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyRate, bps, bpsOf, changePercent, toBps } from './rates.ts'

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

describe('a change', () => {
  it('is the part of the whole, to the nearest basis point', () => {
    const whole = fc.bigInt(1n, 10n ** 20n)
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 11n), 10n ** 11n), whole, (part, of) => {
        const points = BigInt(bpsOf(part, of) ?? 0)
        const off = points * of - part * 10_000n
        expect((off < 0n ? -off : off) * 2n <= of).toBe(true)
        expect(BigInt(bpsOf(-part, of) ?? 0)).toBe(-points)
      }),
    )
  })

  it.each([
    [150n, 100n, 50],
    [90n, 100n, -10],
    [273n, 202n, 35.15],
    [100_000_000n, 300_000_000n, -66.67],
    [100n, null, null],
    [null, 100n, null],
    [100n, 0n, null],
  ])('of %s against %s is %s percent', (now, then, percent) => {
    expect(changePercent(now, then)).toBe(percent)
  })
})
